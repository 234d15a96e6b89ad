//! Masks as functions of truth values, lane by lane: whether one has only lanes that another has, too.

use crate::ir::{Args, FCmp, HashMap, ICmp, Node, Ty, Uop, Val};

/// Truth values that functions may depend on, at most.
const ATOMS: usize = 10;

/// Bits of a table in words.
const WORDS: usize = 1 << (ATOMS - 6);

/// The function's value for each choice of its truth values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Table([u64; WORDS]);

impl Table {
    /// Never true.
    pub const FALSE: Table = Table([0; WORDS]);
    /// Always true.
    pub const TRUE: Table = Table([u64::MAX; WORDS]);

    /// Truth value number `k`.
    fn atom(k: usize) -> Table {
        const LOW: [u64; 6] = [
            0xaaaa_aaaa_aaaa_aaaa,
            0xcccc_cccc_cccc_cccc,
            0xf0f0_f0f0_f0f0_f0f0,
            0xff00_ff00_ff00_ff00,
            0xffff_0000_ffff_0000,
            0xffff_ffff_0000_0000,
        ];
        Table(std::array::from_fn(|word| match LOW.get(k) {
            Some(low) => *low,
            None if word >> (k - LOW.len()) & 1 != 0 => u64::MAX,
            None => 0,
        }))
    }

    fn zip(self, other: Table, f: fn(u64, u64) -> u64) -> Table {
        Table(std::array::from_fn(|k| f(self.0[k], other.0[k])))
    }

    /// Where both are true.
    pub fn and(self, other: Table) -> Table {
        self.zip(other, |x, y| x & y)
    }

    /// Where one is true, or both.
    pub fn or(self, other: Table) -> Table {
        self.zip(other, |x, y| x | y)
    }

    /// Where they differ.
    pub fn xor(self, other: Table) -> Table {
        self.zip(other, |x, y| x ^ y)
    }

    /// Where it is not true.
    pub fn not(self) -> Table {
        self.zip(self, |x, _| !x)
    }

    /// Whether `other` is true wherever this is.
    pub fn implies(self, other: Table) -> bool {
        self.and(other.not()) == Table::FALSE
    }
}

/// What a truth value is.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Atom {
    /// This node.
    Node(Val),
    /// A comparison of these.
    Compare(Uop, Args, u64),
}

/// The tables of a list of nodes.
#[derive(Debug, Default)]
pub struct Truths {
    atoms: Vec<Atom>,
    known: HashMap<Val, Option<Table>>,
}

impl Truths {
    /// The table of `v`, a mask or a lane-wise truth value among `nodes`, unless it depends on too much.
    pub fn of(&mut self, nodes: &[Node], v: Val) -> Option<Table> {
        if let Some(known) = self.known.get(&v) {
            return *known;
        }
        let n = &nodes[v.0 as usize];
        let mut arg = |k: usize| self.of(nodes, n.args[k]);
        let table = match n.op {
            Uop::Const if n.ty == Ty::B1 || n.imm == 0 || n.imm == u64::MAX => Some(match n.imm {
                0 => Table::FALSE,
                _ => Table::TRUE,
            }),
            Uop::And => arg(0).zip(arg(1)).map(|(x, y)| x.and(y)),
            Uop::Or => arg(0).zip(arg(1)).map(|(x, y)| x.or(y)),
            Uop::Xor => arg(0).zip(arg(1)).map(|(x, y)| x.xor(y)),
            Uop::Not => arg(0).map(Table::not),
            Uop::MaskBits | Uop::LaneBits => arg(0),
            Uop::Splat => self.atom(Atom::Node(n.args[0])),
            Uop::Select => {
                let (x, y) = (self.of(nodes, n.args[1]), self.of(nodes, n.args[2]));
                let is_lanes = nodes[n.args[0].0 as usize].vec;
                let c = if is_lanes {
                    self.of(nodes, n.args[0])
                } else {
                    self.atom(Atom::Node(n.args[0]))
                };
                c.zip(x.zip(y))
                    .map(|(c, (x, y))| c.and(x).or(c.not().and(y)))
            }
            Uop::Cmp32 | Uop::Cmp64 | Uop::FCmp32 | Uop::FCmp64 => {
                let (imm, is_not) = canonical(n.op, n.imm);
                let table = self.atom(Atom::Compare(n.op, n.args.clone(), imm));
                table.map(|t| if is_not { t.not() } else { t })
            }
            _ => self.atom(Atom::Node(v)),
        };
        self.known.insert(v, table);
        table
    }

    fn atom(&mut self, a: Atom) -> Option<Table> {
        let k = self.atoms.iter().position(|o| *o == a).unwrap_or_else(|| {
            self.atoms.push(a);
            self.atoms.len() - 1
        });
        (k < ATOMS).then(|| Table::atom(k))
    }
}

/// One of a comparison's immediate and that of its opposite, and whether it was the opposite.
fn canonical(op: Uop, imm: u64) -> (u64, bool) {
    const OPPOSITES: [(ICmp, ICmp); 5] = [
        (ICmp::Eq, ICmp::Ne),
        (ICmp::LtS, ICmp::GeS),
        (ICmp::LeS, ICmp::GtS),
        (ICmp::LtU, ICmp::GeU),
        (ICmp::LeU, ICmp::GtU),
    ];
    if matches!(op, Uop::FCmp32 | Uop::FCmp64) {
        let all = u64::from(FCmp::LT | FCmp::EQ | FCmp::GT | FCmp::UN);
        return match imm & u64::from(FCmp::UN) {
            0 => (imm, false),
            _ => (imm ^ all, true),
        };
    }
    let opposite = OPPOSITES.iter().find(|o| o.1 as u64 == imm);
    opposite.map_or((imm, false), |o| (o.0 as u64, true))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_those_of_all_choices() {
        for k in 0..ATOMS {
            let t = Table::atom(k);
            for n in 0..1usize << ATOMS {
                assert_eq!(t.0[n / 64] >> (n % 64) & 1, (n >> k & 1) as u64);
            }
        }
        let (x, y) = (Table::atom(3), Table::atom(9));
        assert!(x.and(y).implies(x));
        assert!(!x.implies(x.and(y)));
        assert!(x.implies(x.or(y)));
        assert_eq!(x.xor(y).xor(y), x);
    }

    #[test]
    fn what_is_not_less_is_unordered_too() {
        let less = u64::from(FCmp::LT);
        let others = u64::from(FCmp::EQ | FCmp::GT | FCmp::UN);
        assert_eq!(canonical(Uop::FCmp32, less), (less, false));
        assert_eq!(canonical(Uop::FCmp32, others), (less, true));
        let class = 1 << 8;
        assert_eq!(canonical(Uop::FCmp64, class | others), (class | less, true));
        let at_least = ICmp::GeU as u64;
        assert_eq!(canonical(Uop::Cmp32, at_least), (ICmp::LtU as u64, true));
        assert_eq!(canonical(Uop::Cmp32, ICmp::Ne as u64), (0, true));
    }
}
