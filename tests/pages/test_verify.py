"""Run the deal verifier in Node.js, without a browser or a server."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from croupier.pages import FILES

VECTORS = Path(__file__).parents[2] / "docs" / "dealing-vectors.json"
SCRIPT = """
import { readFileSync } from "node:fs";
import { context, commitmentOf, hex, mixOf, seedOf, verifyDeal } from "./verify.mjs";
const { vectors, saved } = JSON.parse(readFileSync(process.argv[2], "utf8"));
const faults = [];
for (const one of vectors) {
  const ctx = await context(one.committed), seed = await seedOf(ctx, one.root, one.reveals);
  const mix = await mixOf(seed, one.order.length);
  if (hex(ctx) !== one.context || hex(seed) !== one.seed) faults.push("context or seed");
  if (JSON.stringify(mix) !== JSON.stringify(one.mix)) faults.push("mix");
  for (const [id, number] of Object.entries(one.reveals))
    if (await commitmentOf(number) !== one.fixed[id]) faults.push("fixed");
}
for (const deal of saved.deals) faults.push(...(await verifyDeal(deal)).faults);
const changed = structuredClone(saved.deals[0]);
changed.openings[0].card = changed.openings[0].card === "2c" ? "3c" : "2c";
console.log(JSON.stringify({ vectors: vectors.length, faults, changed: (await verifyDeal(changed)).faults }));
"""


@pytest.mark.skipif(shutil.which("node") is None and not os.environ.get("CI"), reason="needs node")
def test_verifies_the_vectors_and_detects_a_changed_card(tmp_path: Path) -> None:
    (tmp_path / "verify.mjs").write_text(
        (FILES / "js" / "core" / "deal-verifier.js").read_text(encoding="utf-8")
    )
    (tmp_path / "check.mjs").write_text(SCRIPT)
    command = ["node", str(tmp_path / "check.mjs"), str(VECTORS)]
    told = json.loads(subprocess.run(command, check=True, capture_output=True, text=True, timeout=60).stdout)
    assert told["vectors"] > 0 and told["faults"] == []
    assert len(told["changed"]) == 1 and "is not part of the commitment" in told["changed"][0]
