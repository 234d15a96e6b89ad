//! Cards are read, and what is wrong in a file is told.

use super::Card;

#[test]
fn all_cards_are_read() {
    for name in Card::names() {
        let card = Card::called(name).expect("a card");
        assert!(!card.name.is_empty(), "{name}");
    }
}
