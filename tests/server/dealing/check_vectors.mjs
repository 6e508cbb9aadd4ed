// The verifier against the vectors: node check_vectors.mjs docs/dealing-vectors.json
import { readFileSync } from "node:fs";
import { climb, context, fixed, hex, hmac, leaf, mix, seedOf, unhex, verify } from "./verifier.mjs";

const faults = [];
const same = (what, found, wanted) => {
  if (JSON.stringify(found) !== JSON.stringify(wanted)) faults.push(`${what}: ${JSON.stringify(found)}`);
};
const { vectors, saved } = JSON.parse(readFileSync(process.argv[2], "utf8"));
for (const v of vectors) {
  const ctx = await context(v.committed), key = unhex(v.key);
  same("context", hex(ctx), v.context);
  for (const [id, number] of Object.entries(v.reveals)) same("fixed", hex(await fixed(unhex(number))), v.fixed[id]);
  let level = [];
  for (let at = 0; at < 64; at++)
    level.push(await leaf(ctx, at, v.order[at] ?? "--", await hmac(key, Uint8Array.of(...ctx, at))));
  same("leaves", level.map(hex), v.leaves);
  while (level.length > 1) {
    const above = [];
    for (let at = 0; at < level.length; at += 2) above.push(await climb(level[at], 0, [hex(level[at + 1])]));
    level = above;
  }
  same("root", hex(level[0]), v.root);
  const seed = await seedOf(ctx, level[0], v.reveals);
  same("seed", hex(seed), v.seed);
  const order = await mix(seed, v.order.length);
  same("mix", order, v.mix);
  same("cards", order.map((at) => v.order[at]), v.dealt);
}
same("saved", (await verify(saved)).faults, []);
console.log(JSON.stringify({ ok: !faults.length, vectors: vectors.length, faults }));
process.exitCode = faults.length ? 1 : 0;
