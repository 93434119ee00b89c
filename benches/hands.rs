//! How long the core takes to score, read and shuffle.

fn main() {
    divan::main();
}
