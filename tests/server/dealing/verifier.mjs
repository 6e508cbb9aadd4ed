// A verifier of openings as docs/dealing.md describes them; plain JavaScript, WebCrypto, nothing else.
//   node verifier.mjs FILE       prints {"ok": …, "cards": n, "faults": […]}; exit 1 if anything does not hold
const text = (s) => new TextEncoder().encode(s);
const join = (...parts) => Uint8Array.from(parts.flatMap((part) => [...part]));
export const unhex = (s) => Uint8Array.from(s.match(/../g) ?? [], (pair) => parseInt(pair, 16));
export const hex = (bytes) => [...bytes].map((b) => b.toString(16).padStart(2, "0")).join("");
export const sha256 = async (...parts) => new Uint8Array(await crypto.subtle.digest("SHA-256", join(...parts)));
export const hmac = async (key, message) => {
  const ready = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", ready, message));
};

export const context = (c) =>
  sha256(text(["croupier/deal/1", c.table, c.round, c.deal, c.deck, c.book, c.submission].join("\n")));
export const fixed = (number) => sha256([2], number);
export const seedOf = (ctx, root, reveals) => {
  const byId = (a, b) => { // as UTF-8 bytes
    const [x, y] = [text(a), text(b)], at = x.findIndex((byte, n) => byte !== y[n]);
    return at < 0 ? x.length - y.length : at >= y.length ? 1 : x[at] - y[at];
  };
  return sha256(text("croupier/mix/1"), ctx, root, ...Object.keys(reveals).sort(byId).map((id) => unhex(reveals[id])));
};
export const mix = async (seed, cards) => {
  const order = [...Array(cards).keys()];
  let stream = [], block = 0;
  const next = async () => {
    if (!stream.length) stream = [...await hmac(seed, Uint8Array.of(block >> 24, block >> 16, block >> 8, block++))];
    return stream.shift();
  };
  for (let last = cards - 1; last > 0; last--) {
    let byte;
    do byte = await next(); while (byte >= 256 - 256 % (last + 1));
    const j = byte % (last + 1);
    [order[last], order[j]] = [order[j], order[last]];
  }
  return order;
};
export const leaf = (ctx, position, card, salt) => sha256([0], ctx, [position], text(card), salt);
export const climb = async (found, position, path) => {
  for (let height = 0; height < path.length; height++)
    found = position >> height & 1 ? await sha256([1], unhex(path[height]), found) : await sha256([1], found, unhex(path[height]));
  return found;
};

export const verify = async (saved) => {
  const faults = [];
  let cards = 0;
  for (const [n, { committed, mixed, openings }] of saved.deals.entries()) {
    const ctx = await context(committed), where = `deal ${n + 1}: `;
    const check = (right, fault) => right || faults.push(where + fault);
    check(["round", "deal", "deck"].every((key) => committed[key] === mixed[key]), "the mix is of another deal");
    const ids = Object.keys(mixed.reveals);
    check(ids.length === Object.keys(committed.fixed).length, "other players than had fixed a number");
    for (const id of ids)
      check(hex(await fixed(unhex(mixed.reveals[id]))) === committed.fixed[id], `the number of ${id} is not the one fixed`);
    const own = saved.numbers?.[n];
    if (own) check(mixed.reveals[saved.player] === own, "my number is not in the mix");
    const seed = await seedOf(ctx, unhex(committed.root), mixed.reveals);
    check(hex(seed) === mixed.seed, "the seed is not that of the numbers");
    const order = await mix(seed, committed.cards);
    check(new Set(openings.map((one) => one.draw)).size === openings.length, "a draw is opened twice");
    for (const one of openings) {
      check(order[one.draw] === one.position, `draw ${one.draw} comes from another position`);
      const start = await leaf(ctx, one.position, one.card, unhex(one.salt));
      const top = await climb(start, one.position, one.path);
      check(one.path.length === 6 && hex(top) === committed.root, `${one.card} does not stand under the root`);
      cards += 1;
    }
  }
  return { ok: !faults.length, cards, faults };
};

if (process.argv[1]?.endsWith("verifier.mjs") && process.argv[2]) {
  const { readFileSync } = await import("node:fs");
  const found = await verify(JSON.parse(readFileSync(process.argv[2], "utf8")));
  console.log(JSON.stringify(found));
  process.exitCode = found.ok ? 0 : 1;
}
