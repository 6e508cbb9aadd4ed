// The table sign: limits, paytables and notices of the rules in force, progressive meters and the latest rounds.
import { get, Refused } from '../core/api.js';
import { cardNames } from '../core/cards.js';
import { element, say } from '../core/dom.js';
import { dollars, signedDollars, withCents } from '../core/money.js';
import { timeOf } from '../oversight/oversight-parts.js';
import { cardRow, dayOf, lastOfAddress, plainName } from '../core/page-parts.js';
import { voidRest, voidRule } from '../core/void-round.js';
import '../core/settings.js';

/** @import { Posted } from '../core/types.js' */

/** @import { RecentRound, Stake } from '../../../protocol-types' */

const AGAIN = 10_000; // milliseconds
const TURNED = 15_000;
const name = lastOfAddress();
const heading = element('h1', {}, name);
const facts = element('p', {});
const meters = element('div', { class: 'sign-meters' });
const limits = element('section', { class: 'sign-limits', 'aria-label': 'Limits' });
const tables = element('section', { class: 'sign-tables', 'aria-label': 'Paytables' });
const notices = element('ul', { class: 'sign-notices' });
const rules = element(
  'section',
  { class: 'sign-rules', 'aria-label': 'Rules of this table', tabindex: '0' },
  limits,
  tables,
  notices,
);
const recall = element('ol', { class: 'sign-recall' });
const voidLine = element('p', { class: 'sign-void', role: 'status', hidden: true });
const fault = element('p', { class: 'refusal', role: 'status' });
document.body.append(
  element('header', { class: 'sign-top' }, element('div', {}, heading, facts), meters),
  voidLine,
  element(
    'main',
    { class: 'sign-main' },
    rules,
    element(
      'section',
      { class: 'sign-lately', 'aria-label': 'Latest rounds', tabindex: '0' },
      element('h2', {}, 'Latest rounds'),
      recall,
    ),
  ),
  fault,
);

/**
 * @param {Stake} stake
 * @param {Stake[]} stakes
 */
function limitWords(stake, stakes) {
  if (stake.fixed) return dollars(stake.fixed);
  if (stake.equal_to)
    return `equal to ${stakes.find((item) => item.name === stake.equal_to)?.label ?? plainName(stake.equal_to)}`;
  return `${dollars(stake.minimum ?? 0)} to ${dollars(stake.maximum ?? 0)}`;
}

/** The announced new limits that differ from those in force, if any. @param {Posted} posted */
function changeWords({ change, wagers }) {
  if (!change) return [];
  const lines = wagers
    .filter((wager) => {
      const next = change.limits[wager.name];
      return next && (next.minimum !== wager.minimum || next.maximum !== wager.maximum);
    })
    .map((wager) => {
      const { minimum, maximum } = change.limits[wager.name];
      return `${wager.label} ${dollars(minimum ?? 0)} to ${dollars(maximum ?? 0)}`;
    });
  const when = change.at ? `From ${timeOf(change.at).slice(0, 5)}` : 'Soon';
  return [
    element(
      'p',
      { class: 'sign-change', role: 'status' },
      element('b', {}, 'New limits. '),
      `${when}: ${lines.join(', ')}`,
    ),
  ];
}

/** @param {Posted} posted */
function draw(posted) {
  document.title = `${posted.title} · ${name} · Croupier`;
  say(heading, posted.title);
  const { submission, version, approved_at: approved, approval } = posted.in_force;
  const accepted = approval === 'operator' ? 'accepted by the operator' : 'approved';
  const rules = submission ? `rules ${submission} ${version}, ${accepted} ${dayOf(approved ?? 0)}` : '';
  say(facts, [`Table ${name}`, rules, posted.money === 'play' ? 'play money' : ''].filter(Boolean).join(' · '));
  limits.replaceChildren(
    element('h2', {}, 'Limits'),
    ...changeWords(posted),
    element(
      'dl',
      {},
      posted.wagers.map((wager) =>
        element('div', {}, element('dt', {}, wager.label), element('dd', {}, limitWords(wager, posted.wagers))),
      ),
    ),
  );
  tables.replaceChildren(
    ...posted.paytables.map((paytable) =>
      element(
        'article',
        {},
        element('h2', {}, paytable.label, ' ', element('small', {}, paytable.letter)),
        element(
          'table',
          {},
          element(
            'tbody',
            {},
            paytable.rows.map((row) =>
              element(
                'tr',
                {},
                element('th', { scope: 'row' }, plainName(row.hand)),
                element('td', { class: row.pays.length > 12 ? 'long' : null }, withCents(row.pays)),
              ),
            ),
          ),
        ),
      ),
    ),
  );
  const lines = [
    ...new Set(
      [...(posted.layout.notices ?? []).map((notice) => notice.words ?? notice), ...(posted.layout.strip ?? [])].filter(
        (item) => typeof item === 'string' && item,
      ),
    ),
  ];
  notices.replaceChildren(...lines.map((words) => element('li', {}, words)));
}

/** @param {Record<string, number>} amounts */
function showMeters(amounts) {
  meters.replaceChildren(
    ...Object.entries(amounts ?? {}).map(([meter, cents], _, all) => {
      const label = all.length === 1 ? 'Progressive' : `Progressive: ${plainName(meter)}`;
      return element('p', {}, element('span', {}, label), element('b', {}, dollars(cents)));
    }),
  );
}

/** Announce a void round until bets close again. @param {import('../core/types.js').VoidView|null} reason */
function announceVoid(reason) {
  voidLine.hidden = !reason;
  say(voidLine, reason ? `${reason.words}. ${voidRest(reason)} ${voidRule(reason)}` : '');
}

/** @param {RecentRound} round */
function line(round) {
  const places = (round.places ?? []).filter((place) => place.cards?.some((card) => card));
  return element(
    'li',
    {},
    element(
      'p',
      { class: 'sign-round' },
      element('b', {}, `Round ${round.round.toLocaleString('en-US')}`),
      element('time', {}, timeOf(round.at)),
    ),
    round.voided ? element('p', { class: 'sign-voided' }, `${round.voided.words}. ${voidRule(round.voided)}`) : null,
    places.map((place) =>
      element(
        'p',
        { class: 'sign-place' },
        element('span', {}, plainName(place.place)),
        cardRow(place.cards, `${plainName(place.place)}: ${cardNames(place.cards)}`),
        element('span', {}, place.hand?.words ?? ''),
      ),
    ),
    (round.seats ?? []).map((seat) =>
      element(
        'p',
        { class: 'sign-seat' },
        element('span', {}, `Seat ${seat.seat}`),
        seat.cards?.some((card) => card)
          ? cardRow(seat.cards, cardNames(seat.cards))
          : element('span', { class: 'fine' }, 'not shown'),
        element('span', {}, seat.corrected ? 'corrected' : seat.folded ? 'folded' : (seat.hand?.words ?? '')),
        element(
          'b',
          { class: (seat.net ?? 0) > 0 ? 'win' : (seat.net ?? 0) < 0 ? 'lose' : '' },
          signedDollars(seat.net ?? 0),
        ),
      ),
    ),
  );
}

/** Scroll through content that does not fit, because the sign has no input. */
setInterval(() => {
  if (rules.matches(':hover, :focus-within')) return;
  const end = rules.scrollTop + rules.clientHeight >= rules.scrollHeight - 4;
  rules.scrollTo({ top: end ? 0 : rules.scrollTop + rules.clientHeight * 0.9 });
}, TURNED);

let latest = ''; // the state shown on the sign, which also changes between rounds by corrections and new limits
async function look() {
  try {
    const posted = await get(`/api/tables/${encodeURIComponent(name)}`);
    showMeters(posted.meters);
    announceVoid(posted.voided);
    const rounds = await get(`/api/tables/${encodeURIComponent(name)}/recall`);
    const key = JSON.stringify([posted.round, posted.wagers, posted.change, rounds]);
    if (key !== latest) {
      draw(posted);
      recall.replaceChildren(
        ...(rounds.length ? rounds.map(line) : [element('li', { class: 'fine' }, 'No rounds played yet.')]),
      );
      latest = key;
    }
    say(fault, '');
  } catch (refused) {
    if (!(refused instanceof Refused)) throw refused;
    say(fault, 'Connection lost. This sign may be out of date.');
  }
  setTimeout(look, AGAIN);
}
look();
