// The surveillance page: live tables, round search and playback, dispute files and statistics.
import { get, post } from '../core/api.js';
import { element, mark, say } from '../core/dom.js';
import { topBar } from '../core/page-frame.js';
import { caseFiles } from './dispute-files.js';
import { finder } from './round-search.js';
import { live } from './live-table.js';
import { numbers } from './statistics.js';
import { checkAccess, grouped, panel, downloadLink, tell } from './oversight-parts.js';
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
  links: [
    { words: 'Hand pays', href: '/hand-pays' },
    { words: 'Exclusion list', href: '/exclusions' },
    { words: 'How to check', href: '/reading' },
  ],
});
const main = element('main', { id: 'main', class: 'eye-work' });
const liveMain = element('main', { class: 'eye-work', hidden: true });
const roundMain = element('main', { class: 'eye-apart', hidden: true });
const incident = element('b', {});
const incidents = element(
  'section',
  { class: 'eye-incident', 'aria-label': 'Latest incident', hidden: true },
  element('p', { role: 'status' }, incident),
  element('button', { type: 'button', class: 'eye-button', onclick: () => turnTo('Live') }, 'Show alerts'),
);
document.body.append(top.bar, incidents, main, liveMain, roundMain);

/** @type {FoundRound|null} */
let selectedRound = null;
/** @type {{show: () => void}|null} */
let statistics = null;
/** @type {{show: () => void, hide: () => void}|null} */
let selected = null;

/** @param {string} words */
function turnTo(words) {
  mark(main, 'hidden', words !== 'Rounds');
  mark(roundMain, 'hidden', words !== 'Statistics');
  mark(liveMain, 'hidden', words !== 'Live');
  for (const view of views) mark(view, 'aria-pressed', String(view.textContent === words));
  if (words === 'Statistics') statistics?.show();
  if (words === 'Live') selected?.show();
  else selected?.hide();
}

/** Show the latest void round or correction until the person opens the alerts. @param {string[]} unseen */
function notice(unseen) {
  incidents.hidden = !unseen.length;
  say(incident, unseen.length > 1 ? `${unseen[0]} (${unseen.length} new)` : (unseen[0] ?? ''));
}

/** Verify the journal of the chosen table on request. @param {HTMLElement} place */
function proofOf(place) {
  const verdict = element('p', { 'aria-live': 'polite' }, 'Choose a round to verify its table’s journal.');
  const hash = element('p', { class: 'eye-hash' });
  const button = element(
    'button',
    { type: 'button', class: 'eye-button', disabled: true, onclick: verify },
    'Verify this table’s journal',
  );
  const journal = element('span', {});
  async function verify() {
    if (!selectedRound) return;
    button.disabled = true;
    say(verdict, 'Verifying every entry …');
    try {
      const report = await post('/api/verify', { stream: selectedRound.table });
      say(
        verdict,
        report.ok
          ? `✓ ${report.entries.toLocaleString('en-US')} entries verified against the rules.`
          : `✗ Entry ${report.faults[0].entry}: ${report.faults[0].fault}`,
      );
      say(hash, `Head ${grouped(report.head ?? '')}`);
    } catch (refused) {
      tell(verdict, refused);
    }
    button.disabled = false;
  }
  place.append(verdict, hash, button, journal);
  return (/** @type {FoundRound} */ round) => {
    button.disabled = false;
    say(verdict, `Table ${round.table}: not verified yet.`);
    say(hash, '');
    journal.replaceChildren(downloadLink('Journal', `/api/journals/${encodeURIComponent(round.table)}`));
  };
}

/**
 * Show the dispute files that are due soon.
 * @param {string} words
 * @param {Me} me
 */
function remind(words, me) {
  const isFull = me.roles.some((role) => ['surveillance', 'regulator'].includes(role));
  say(top.facts, words || `${isFull ? 'Read only' : 'Floor’s view'} · ${me.name}`);
  top.facts.classList.toggle('eye-late', Boolean(words));
}

async function open() {
  const me = await checkAccess('GET /api/rounds', main);
  if (!me) return;
  const isFull = me.roles.some((role) => ['surveillance', 'regulator'].includes(role));
  const [tables, people] = await Promise.all([get('/api/pit'), get('/api/people').catch(() => [])]);
  const names = Object.fromEntries(people.map((member) => [member.person, member.name]));
  remind('', me);
  const stage = element(
    'section',
    { class: 'eye-col' },
    element('p', { class: 'eye-panel eye-none' }, 'Find and choose a round to play it back step by step.'),
  );
  const playback = player(stage, names);
  const fileSection = element('section', {
    class: 'eye-panel eye-scroll eye-fill eye-file',
    'aria-label': 'File',
    tabindex: '0',
  });
  const files = caseFiles(fileSection, {
    names,
    roles: me.roles,
    round: () => selectedRound,
    due: (words) => remind(words, me),
  });
  const proof = panel('Proof', 'eye-proof');
  const prove = isFull ? proofOf(proof) : () => {};
  const search = finder(tables, async (round) => {
    selectedRound = round;
    prove(round);
    await playback.show(round);
    files.again();
  });
  main.append(
    element('section', { class: 'eye-col' }, search.form, search.found),
    stage,
    element('section', { class: 'eye-col' }, fileSection, isFull ? proof : element('span', {})),
  );
  statistics = numbers(roundMain, names);
  selected = live(liveMain, me.roles, notice);
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
      ArrowLeft: () => playback.go(-1),
      ArrowRight: () => playback.go(1),
      ' ': playback.toggle,
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
