//! Odds: the probability of winning alone, of tying for the most points (a svarka) and of losing.
#![allow(clippy::cast_precision_loss, reason = "a probability has the precision of a float")]

/// The number of parts of a svarka's pot. Each equal share of it, for 2 to 10 seats, is a whole number of parts.
pub const PARTS: u64 = 2_520;

/// The number of deals that a hand wins, ties and loses, among all possible deals or a sample of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Odds {
    /// The number of deals in which the hand has more points than every other hand.
    pub wins: u128,
    /// The number of deals in which the hand ties for the most points.
    pub svarkas: u128,
    /// The number of deals in which an opponent has more points.
    pub losses: u128,
    /// The hand's shares of the pots of the svarkas, in [`PARTS`]-ths of a pot. Each hand that ties has an equal share.
    pub shares: u128,
    /// Whether all possible deals were counted; if not, the deals are a sample.
    pub exact: bool,
}

impl Odds {
    /// The number of deals counted.
    #[must_use]
    pub const fn total(&self) -> u128 {
        self.wins + self.svarkas + self.losses
    }

    /// The probability of winning alone.
    #[must_use]
    pub fn win(&self) -> f64 {
        self.part(self.wins)
    }

    /// The probability of tying for the most points.
    #[must_use]
    pub fn svarka(&self) -> f64 {
        self.part(self.svarkas)
    }

    /// The probability of losing.
    #[must_use]
    pub fn loss(&self) -> f64 {
        self.part(self.losses)
    }

    /// The mean share of the pot that the hand wins, if each hand that ties in a svarka gets an equal share.
    #[must_use]
    pub fn equity(&self) -> f64 {
        (self.wins as f64 + self.shares as f64 / PARTS as f64) / self.total() as f64
    }

    /// The largest of the standard errors of the three probabilities; 0 if they are exact.
    #[must_use]
    pub fn standard_error(&self) -> f64 {
        if self.exact {
            return 0.0;
        }
        let error = |chance: f64| (chance * (1.0 - chance) / self.total() as f64).sqrt();
        error(self.win()).max(error(self.svarka())).max(error(self.loss()))
    }

    fn part(&self, deals: u128) -> f64 {
        deals as f64 / self.total() as f64
    }

    /// The odds over the deals of both, added up.
    #[must_use]
    pub fn and(&self, other: &Odds) -> Odds {
        Odds {
            wins: self.wins + other.wins,
            svarkas: self.svarkas + other.svarkas,
            losses: self.losses + other.losses,
            shares: self.shares + other.shares,
            exact: self.exact && other.exact,
        }
    }
}
