//! The Python module `svara._core`: the list of its members. Each file of `src/python/` converts the arguments of its
//! functions, calls the core and turns errors into exceptions. The rest of the crate does not use Python.
#![allow(
    clippy::doc_markdown,
    clippy::doc_link_with_quotes,
    rustdoc::broken_intra_doc_links,
    reason = "the comment above a Python class or function is its Python docstring"
)]

mod arguments;
mod batch;
mod cards;
mod decks;
mod errors;
mod odds;
mod rules;
mod scoring;
mod solver;

#[pyo3::pymodule]
mod _core {
    /// The version of the package.
    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");
    #[pymodule_export]
    use super::batch::{points_batch, random_deals, random_hands};
    #[pymodule_export]
    use super::cards::{PyCard, PyCombination, PyHand};
    #[pymodule_export]
    use super::decks::{deal_hands, deck_numbers, derived_seed, shuffled_deck, shuffled_numbers};
    #[pymodule_export]
    use super::odds::{PyOdds, hands_in_range, odds, odds_by_points, odds_of_all_hands};
    #[pymodule_export]
    use super::rules::PyScoring;
    #[pymodule_export]
    use super::scoring::{
        all_hands, combination, distribution, hands_by_strength, hands_with_points, points, points_of_hands,
    };
    #[pymodule_export]
    use super::solver::{PyGames, PySolver, PyStrategy};
    #[pymodule_export]
    const CHANCE: u8 = super::solver::CHANCE;
    #[pymodule_export]
    const LEAF: u8 = super::solver::LEAF;
    #[pymodule_export]
    const NOT_LOOKED: u8 = super::solver::NOT_LOOKED;
}
