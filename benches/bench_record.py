"""How many deals are written and read a second: `make bench`.

The deals are of six seats that call, as in the bench of whole deals; every one that is read is compared with what was
written.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import svara

if TYPE_CHECKING:
    from pathlib import Path

DEALS = 1000


def calling_deals() -> list[svara.Deal]:
    """Deals of six seats that never fold and only make the least raise."""
    deals = []
    for seed in range(DEALS):
        deal = svara.Deal.start("vipsvara", stacks=[500] * 6, dealer=seed % 6, seed=seed)
        while legal := deal.legal_actions:
            if legal.look:
                deal.play(svara.Look())
            elif legal.join is not None:
                deal.play(svara.Join())
            else:
                deal.play(svara.Call() if legal.call is not None else svara.Raise(legal.raises[0]))
        deals.append(deal)
    return deals


def write(path: Path, deals: list[svara.Deal], sync: Any) -> None:
    """Append all deals to a file."""
    with svara.RecordWriter(path, sync=sync) as writer:
        for deal in deals:
            writer.write(deal)


def test_write(benchmark: Any, tmp_path: Path, results: dict[str, float]) -> None:
    """To write a deal, to a file that is synced at its end."""
    deals = calling_deals()
    path = tmp_path / "evening.jsonl"
    write(path, deals, "close")
    assert [record.deal for record in svara.read_deals(path)] == deals

    benchmark.group = "records"
    benchmark.pedantic(write, args=(path, deals, "close"), rounds=20)
    if benchmark.stats is not None:
        results["writing a deal"] = benchmark.stats.stats.min / DEALS


def test_read(benchmark: Any, tmp_path: Path, results: dict[str, float]) -> None:
    """To read a deal and play it again."""
    deals = calling_deals()
    path = tmp_path / "evening.jsonl"
    write(path, deals, "never")

    benchmark.group = "records"
    read = benchmark.pedantic(lambda: [record.deal for record in svara.read_deals(path)], rounds=20)
    assert read == deals
    if benchmark.stats is not None:
        results["reading a deal"] = benchmark.stats.stats.min / DEALS
