// Finds layout faults in the drawing: overlaps, cut text and small targets. Overlaps of a few pixels are allowed.

export function faults() {
  const found = [];
  const boxes = new Map(); // each box is measured once, because every element is compared with many others
  const box = (node) => boxes.get(node) ?? boxes.set(node, node.getBoundingClientRect()).get(node);
  const seen = (node) => { const b = box(node); return b.width > 0 && b.height > 0 && getComputedStyle(node).visibility !== 'hidden'; };
  const all = (what) => [...document.querySelectorAll(what)].filter(seen);
  const name = (node) => `${node.className?.baseVal ?? node.className} ${node.textContent.slice(0, 30)}`;
  const meet = (a, b, by = 2) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > by && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > by;
  const apart = (these, those, why, by) => {
    for (const one of these) for (const other of those) if (one !== other && meet(box(one), box(other), by)) found.push(`${why}: ${name(one)} / ${name(other)}`);
  };
  const own = all('.own .hand .cards > li');
  const areas = all('.own .spot');
  apart(own, areas, "the player's cards overlap the player's betting areas", 3);
  apart(all('.own .tag'), all('.own .tag'), "two labels at the player's seat overlap", 3);
  apart(own, all('.lying .cards > li'), "the player's cards overlap cards on the table");
  apart(own, all('.seat:not(.own) .hand li'), "the player's cards overlap another player's cards");
  apart(all('.at-centre li'), all('.at-right li, .at-left li'), 'cards in the middle of the table overlap those at its sides');
  apart(all('.call'), all('.lying li, .own .hand li, .own .spot'), "the dealer's call overlaps cards or betting areas", 3);
  apart(all('.plate'), all('.own .spot, .own .hand li, .own .tag'), "a name plate overlaps the player's cards, labels or betting areas", 3);
  apart(all('.plate'), all('.plate'), 'two name plates overlap', 3);
  apart(all('.meters'), all('.lying li, .tray'), 'the meters overlap cards or the tray', 3);
  const wide = innerWidth > 860;
  const others = all('.seat:not(.own)');
  apart(all('.meter b, .meter small span'), all('.lying li, .tray, .rack'), 'a line of a meter overlaps cards, the tray or the rack', 1);
  if (wide) {
    apart(all('.seat:not(.own) .plate'), all('.seat:not(.own) .spot'), 'a name plate overlaps a betting area', 4);
    others.forEach((seat, at) => {
      const chips = [...seat.querySelectorAll('.stack')].filter(seen);
      for (const other of others.slice(at + 1)) apart(chips, [...other.querySelectorAll('.stack')].filter(seen), 'chips of two seats overlap', 1);
    });
    const line = document.querySelector('.gold-line');
    const field = line?.getScreenCTM()?.inverse();
    for (const spot of all('.own .spot')) {
      const b = box(spot);
      const inset = spot.closest('.square') ? 1 : b.width * 0.15;
      for (const [x, y] of [[b.left + inset, b.bottom - inset], [b.right - inset, b.bottom - inset]]) {
        if (field && !line.isPointInFill(new DOMPoint(x, y).matrixTransform(field))) found.push(`over the gold line: ${name(spot)}`);
      }
    }
  }
  apart(all('.own .lens .ins'), all('.own .spot').filter((spot) => !spot.closest('.lens')).map((spot) => spot), 'the name of a lens-shaped area overlaps another area', 5);
  for (const node of all('.tag, .plate, .call, .reads, .meter, .under, .lying li, .hand li, .spot, .ranks li')) {
    const b = box(node);
    if (b.left < -1 || b.right > innerWidth + 1) found.push(`outside the window: ${name(node)}`);
  }
  for (const node of all('.tag, .under, .reads, .meter b, .plate .sum, .plate > span')) {
    if (node.scrollWidth > node.clientWidth + 1 && node.clientWidth > 0) found.push(`cut: ${name(node)}`);
  }
  for (const node of all('.felt button')) {
    const b = box(node);
    if (b.width < 23.9 || b.height < 23.9) found.push(`too small to press: ${name(node)} ${b.width.toFixed(1)} by ${b.height.toFixed(1)}`);
    if (!(node.getAttribute('aria-label') || node.textContent).trim()) found.push('a button without a name');
  }
  for (const card of all('.card')) if (!card.getAttribute('aria-label')) found.push('a card without a name');
  if (document.documentElement.scrollWidth > innerWidth) found.push(`scrolls sideways: ${document.documentElement.scrollWidth}`);
  return found;
}
