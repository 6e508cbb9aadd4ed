// The administrator's page, with staff, roles that two people approve, sign-in links, sessions and the log.
import { get, post } from '../core/api.js';
import { element } from '../core/dom.js';
import { panel } from '../oversight/oversight-parts.js';
import { act, confirmed, field, grid, moment, openOffice, textInput } from './office-parts.js';

/** @typedef {import('./office-parts.js').Office} Office */
/** @typedef {import('./office-parts.js').Answers} Answers */
/** @typedef {Answers['GET /api/people'][number]} Member */

/** The person whose account is open. */
let chosen = '';

/** @param {string} role */
const roleWords = (role) => role.replaceAll('_', ' ');

/** @param {Member} one */
function stateWords(one) {
  if (one.dismissed) return 'dismissed';
  if (one.locked) return 'locked after wrong passwords';
  return one.roles.length ? 'active' : 'no role yet';
}

/**
 * @param {HTMLElement} place
 * @param {Office} office
 */
async function people(place, office) {
  const all = (await get('/api/people')).filter((one) => one.kind === 'staff');
  const rows = all.map((one) => [
    one.name,
    one.roles.map(roleWords).join(', ') || '–',
    stateWords(one),
    act('Open', () => {
      chosen = one.person;
      office.reload();
    }),
  ]);
  const open = all.find((one) => one.person === chosen);
  place.replaceChildren(
    panel('Staff', '', grid(['Name', 'Roles', 'State', 'Account'], rows, 'Staff')),
    open ? await member(open, office) : enlist(office),
  );
}

/** @param {Office} office */
function enlist(office) {
  const name = textInput('new-name');
  return panel(
    'New staff member',
    '',
    element(
      'p',
      {},
      'Add the person, propose a role, and hand over a one-time link. A second person approves the role.',
    ),
    element(
      'div',
      { class: 'office-row' },
      field('Name', name),
      act(
        'Add',
        async () => {
          if (!name.value.trim()) return name.focus();
          const done = await office.attempt(async () => {
            /** @type {Answers['POST /api/people']} */
            const added = await post('/api/people', { name: name.value.trim() });
            chosen = added.person;
          });
          if (done) await office.reload();
        },
        'gold',
      ),
    ),
  );
}

/**
 * @param {Member} one
 * @param {Office} office
 */
async function member(one, office) {
  const matrix = await get('/api/roles');
  const roles = [...new Set(matrix.flatMap((row) => Object.keys(row.allowed)))].filter(
    (role) => !['player', 'anyone', 'signed in', ...one.roles].includes(role),
  );
  const role = element(
    'select',
    { name: 'role' },
    roles.map((each) => element('option', { value: each }, roleWords(each))),
  );
  const reason = textInput('reason');
  const desk = async (/** @type {Record<string, unknown>} */ command, /** @type {string} */ words) => {
    if (!reason.value.trim()) return reason.focus();
    await office.send('desk', { ...command, person: one.person, reason: reason.value.trim() }, words);
  };
  const revoke = one.roles.map((each) =>
    act(`Revoke ${roleWords(each)}`, async () => {
      if (!reason.value.trim()) return reason.focus();
      const words = `${one.name} loses the role at once and is signed out.`;
      if (await confirmed(`Revoke ${roleWords(each)}`, words, 'Revoke'))
        await desk({ type: 'revoke_role@1', role: each }, `${one.name} no longer has the role ${roleWords(each)}.`);
    }),
  );
  return panel(
    one.name,
    '',
    element('p', {}, `Roles: ${one.roles.map(roleWords).join(', ') || 'none'}. State: ${stateWords(one)}.`),
    element('div', { class: 'office-row' }, field('Reason for the change', reason), field('New role', role)),
    element(
      'div',
      { class: 'office-row' },
      act(
        'Propose the role',
        () =>
          desk({ type: 'propose_role@1', role: role.value }, `Another person must approve the role for ${one.name}.`),
        'gold',
      ),
      act('Issue a one-time link', () => issueLink(one, office)),
      act('End all sessions', () => desk({ type: 'end_sessions@1' }, `${one.name} is signed out everywhere.`)),
      one.locked ? act('Unlock', () => desk({ type: 'unlock@1' }, `${one.name} can sign in again.`)) : null,
      ...revoke,
      one.dismissed
        ? null
        : act('Dismiss', async () => {
            if (!reason.value.trim()) return reason.focus();
            const words = `${one.name} loses all roles and is signed out. This cannot be undone.`;
            if (await confirmed(`Dismiss ${one.name}`, words, 'Dismiss'))
              await desk({ type: 'dismiss_staff@1' }, `${one.name} is dismissed.`);
          }),
      act('Close this view', () => {
        chosen = '';
        office.reload();
      }),
    ),
  );
}

/**
 * @param {Member} one
 * @param {Office} office
 */
async function issueLink(one, office) {
  await office.attempt(async () => {
    /** @type {Answers['POST /api/people/{person}/link']} */
    const link = await post(`/api/people/${encodeURIComponent(one.person)}/link`);
    const address = `${location.origin}/link/${link.link}`;
    await confirmed('One-time link', `Hand this link to ${one.name}. It works once, within a day: ${address}`, 'Done');
  });
}

/**
 * @param {HTMLElement} place
 * @param {Office} office
 */
async function requests(place, office) {
  const [grants, all] = await Promise.all([get('/api/grants'), get('/api/people')]);
  /** @param {string} person */
  const nameOf = (person) => all.find((one) => one.person === person)?.name ?? person;
  const rows = grants.map((grant) => {
    const reason = textInput(`reason-${grant.number}`);
    return [
      nameOf(grant.person),
      roleWords(grant.role),
      `${nameOf(grant.by.split(':')[1] ?? '')}: ${grant.reason}`,
      moment(grant.at ?? 0),
      [
        act(
          'Approve',
          () => office.send('desk', { type: 'approve_role@1', grant: grant.number }, 'The role is approved.'),
          'gold',
        ),
        field('Reason to decline', reason),
        act('Decline', async () => {
          if (!reason.value.trim()) return reason.focus();
          const command = { type: 'decline_role@1', grant: grant.number, reason: reason.value.trim() };
          await office.send('desk', command, 'The proposal is declined.');
        }),
      ],
    ];
  });
  place.replaceChildren(
    panel(
      'Roles that wait for a second person',
      '',
      element('p', {}, 'You can approve a role that someone else proposed for a third person.'),
      rows.length
        ? grid(['Person', 'Role', 'Proposed by', 'Time', 'Decision'], rows, 'Role proposals')
        : element('p', { class: 'eye-none' }, 'No proposal waits.'),
    ),
  );
}

/** @param {HTMLElement} place */
async function sessions(place) {
  const all = await get('/api/sessions');
  const rows = all.map((one) => [one.name, String(one.sessions), moment(one.since), moment(one.until)]);
  place.replaceChildren(
    panel(
      'Open sessions of staff',
      '',
      element('p', {}, 'To end a person’s sessions, open their account under People.'),
      grid(['Name', 'Sessions', 'Oldest began', 'Last one ends'], rows, 'Sessions'),
    ),
  );
}

/** @param {HTMLElement} place */
async function log(place) {
  const entries = await get('/api/log');
  const rows = entries.map(({ n, at, by, command }) => [String(n), moment(at), by, roleWords(command.split('@')[0])]);
  place.replaceChildren(panel('Log of administration', '', grid(['Entry', 'Time', 'By', 'Action'], rows, 'Log')));
}

openOffice({
  title: 'Administration',
  route: 'POST /api/people',
  sections: { People: people, 'Role requests': requests, Sessions: sessions, Log: log },
});
