// The surveillance page, with live tables, round search and playback, dispute files and statistics.
import { get, post } from '../core/api.js';
import { element, mark, say } from '../core/dom.js';
import { topBar } from '../core/page-frame.js';
import { caseFiles } from './dispute-files.js';
import { finder } from './round-search.js';
import { live } from './live-table.js';
import { numbers } from './statistics.js';
import { admitted, grouped, panel, taking, tell } from './oversight-parts.js';
import { player } from './playback.js';

/** @import { FoundRound, Me } from '../../../protocol-types' */

const MINUTE = 60_000;
const views = ['Live', 'Rounds', 'Statistics'].map((words) =>
  element('button', { type: 'button', onclick: () => turnTo(words) }, words),
);
const top = topBar({
  title: 'Surveillance',
  facts: 'Read only',
  tools: views,
  links: [{ words: 'How to check', href: '/reading' }],
});
const main = element('main', { id: 'main', class: 'eye-work' });
const running = element('main', { class: 'eye-work', hidden: true });
const apart = element('main', { class: 'eye-apart', hidden: true });
const incident = element('b', {});
const incidents = element(
  'section',
  { class: 'eye-incident', 'aria-label': 'Latest incident', hidden: true },
  element('p', { role: 'status' }, incident),
  element('button', { type: 'button', class: 'eye-button', onclick: () => turnTo('Live') }, 'Show alerts'),
);
document.body.append(top.bar, incidents, main, running, apart);

/** @type {FoundRound|null} */
let chosen = null;
/** @type {{show: () => void}|null} */
let counted = null;
/** @type {{show: () => void, hide: () => void}|null} */
let watched = null;

/** @param {string} words */
function turnTo(words) {
  mark(main, 'hidden', words !== 'Rounds');
  mark(apart, 'hidden', words !== 'Statistics');
  mark(running, 'hidden', words !== 'Live');
  for (const view of views) mark(view, 'aria-pressed', String(view.textContent === words));
  if (words === 'Statistics') counted?.show();
  if (words === 'Live') watched?.show();
  else watched?.hide();
}

/** Show the latest void round or correction until the person opens the alerts. @param {string[]} unseen */
function notice(unseen) {
  incidents.hidden = !unseen.length;
  say(incident, unseen.length > 1 ? `${unseen[0]} (${unseen.length} new)` : (unseen[0] ?? ''));
}

/** Verify the journal of the chosen table on request. @param {HTMLElement} place */
function proofOf(place) {
  const told = element('p', { 'aria-live': 'polite' }, 'Choose a round to verify its table’s journal.');
  const hash = element('p', { class: 'eye-hash' });
  const button = element(
    'button',
    { type: 'button', class: 'eye-button', disabled: true, onclick: verify },
    'Verify this table’s journal',
  );
  const journal = element('span', {});
  async function verify() {
    if (!chosen) return;
    button.disabled = true;
    say(told, 'Verifying every entry …');
    try {
      const found = await post('/api/verify', { stream: chosen.table });
      say(
        told,
        found.ok
          ? `✓ ${found.entries.toLocaleString('en-US')} entries verified against the rules.`
          : `✗ Entry ${found.faults[0].entry}: ${found.faults[0].fault}`,
      );
      say(hash, `Head ${grouped(found.head ?? '')}`);
    } catch (refused) {
      tell(told, refused);
    }
    button.disabled = false;
  }
  place.append(told, hash, button, journal);
  return (/** @type {FoundRound} */ round) => {
    button.disabled = false;
    say(told, `Table ${round.table}: not verified yet.`);
    say(hash, '');
    journal.replaceChildren(taking('Journal', `/api/journals/${encodeURIComponent(round.table)}`));
  };
}

/**
 * Show the dispute files that are due soon.
 * @param {string} words
 * @param {Me} me
 */
function remind(words, me) {
  const whole = me.roles.some((role) => ['surveillance', 'regulator'].includes(role));
  say(top.facts, words || `${whole ? 'Read only' : 'Floor’s view'} · ${me.name}`);
  top.facts.classList.toggle('eye-late', Boolean(words));
}

async function open() {
  const me = await admitted('GET /api/rounds', main);
  if (!me) return;
  const whole = me.roles.some((role) => ['surveillance', 'regulator'].includes(role));
  const [tables, people] = await Promise.all([get('/api/pit'), get('/api/people').catch(() => [])]);
  const names = Object.fromEntries(people.map((one) => [one.person, one.name]));
  remind('', me);
  const stage = element(
    'section',
    { class: 'eye-col' },
    element('p', { class: 'eye-panel eye-none' }, 'Find and choose a round to play it back step by step.'),
  );
  const playing = player(stage, names);
  const filing = element('section', {
    class: 'eye-panel eye-scroll eye-fill eye-file',
    'aria-label': 'File',
    tabindex: '0',
  });
  const files = caseFiles(filing, { names, roles: me.roles, round: () => chosen, due: (words) => remind(words, me) });
  const proof = panel('Proof', 'eye-proof');
  const prove = whole ? proofOf(proof) : () => {};
  const search = finder(tables, async (round) => {
    chosen = round;
    prove(round);
    await playing.show(round);
    files.again();
  });
  main.append(
    element('section', { class: 'eye-col' }, search.form, search.found),
    stage,
    element('section', { class: 'eye-col' }, filing, whole ? proof : element('span', {})),
  );
  counted = numbers(apart, names);
  watched = live(running, me.roles, notice);
  turnTo('Rounds');
  await Promise.all([search.ask(), files.list(location.hash.slice(1))]);
  setInterval(() => files.remind(), MINUTE);
  document.addEventListener('keydown', (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (
      event.altKey ||
      event.ctrlKey ||
      event.metaKey ||
      main.hasAttribute('hidden') ||
      target.closest('input, select, textarea, dialog, [popover]')
    )
      return;
    if (event.key === ' ' && target.closest('button, a, summary')) return;
    const keys = /** @type {Record<string, () => void>} */ ({
      ArrowLeft: () => playing.go(-1),
      ArrowRight: () => playing.go(1),
      ' ': playing.toggle,
      f: search.focus,
      e: files.export,
    });
    const act = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (act) {
      event.preventDefault();
      act();
    }
  });
}
open();
