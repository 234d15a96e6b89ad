//! Enums that know their variants.

/// Declares an enum without fields and its `ALL`: the variants, in their order.
macro_rules! listed {
    (
        $(#[$about:meta])*
        $vis:vis enum $name:ident {
            $($(#[$of:meta])* $variant:ident $(= $number:literal)?),+ $(,)?
        }
    ) => {
        $(#[$about])*
        $vis enum $name {
            $($(#[$of])* $variant $(= $number)?),+
        }

        impl $name {
            /// All, in their order.
            $vis const ALL: [$name; [$($name::$variant),+].len()] = [$($name::$variant),+];
        }
    };
}
pub(crate) use listed;
