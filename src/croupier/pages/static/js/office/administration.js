// Administration: staff, roles that two people approve, sign-in links, sessions and the log. The regulator approves and
// revokes roles here.
import { get, post } from '../core/api.js';
import { element } from '../core/dom.js';
import { panel } from '../oversight/oversight-parts.js';
import { act, askToConfirm, field, grid, moment, openOffice, textInput } from './office-parts.js';

/** @typedef {import('./office-parts.js').Office} Office */
/** @typedef {import('./office-parts.js').Answers} Answers */
/** @typedef {Answers['GET /api/people'][number]} Member */

/** The person whose account is open. */
let selected = '';

/** @param {string} role */
const roleWords = (role) => role.replaceAll('_', ' ');

/** @param {Member} member */
function stateWords(member) {
  if (member.dismissed) return 'dismissed';
  if (member.locked) return 'locked after wrong passwords';
  return member.roles.length ? 'active' : 'no role yet';
}

/**
 * @param {HTMLElement} place
 * @param {Office} office
 */
async function people(place, office) {
  const all = (await get('/api/people')).filter((member) => member.kind === 'staff');
  const rows = all.map((member) => [
    member.name,
    member.roles.map(roleWords).join(', ') || '–',
    stateWords(member),
    act('Open', () => {
      selected = member.person;
      office.reload();
    }),
  ]);
  const open = all.find((member) => member.person === selected);
  place.replaceChildren(
    panel('Staff', '', grid(['Name', 'Roles', 'State', 'Account'], rows, 'Staff')),
    open ? await member(open, office) : manages(office) ? enlist(office) : '',
  );
}

/** Whether the person manages people. The regulator only approves and revokes roles. @param {Office} office */
const manages = (office) => Boolean(office.me?.roles.includes('administrator'));

/** @param {Office} office */
function enlist(office) {
  const name = textInput('new-name');
  return panel(
    'New staff member',
    '',
    element('p', {}, 'Add the person and give them a one-time link. When they have set a password, propose a role.'),
    element(
      'div',
      { class: 'office-row' },
      field('Name', name),
      act(
        'Add',
        async () => {
          if (!name.value.trim()) return name.focus();
          const isDone = await office.attempt(async () => {
            /** @type {Answers['POST /api/people']} */
            const added = await post('/api/people', { name: name.value.trim() });
            selected = added.person;
          });
          if (isDone) await office.reload();
        },
        'gold',
      ),
    ),
  );
}

/**
 * @param {Member} memberView
 * @param {Office} office
 */
async function member(memberView, office) {
  const matrix = await get('/api/roles');
  const roles = [...new Set(matrix.flatMap((row) => Object.keys(row.allowed)))].filter(
    (role) => !['player', 'anyone', 'signed in', ...memberView.roles].includes(role),
  );
  const role = element(
    'select',
    { name: 'role' },
    roles.map((each) => element('option', { value: each }, roleWords(each))),
  );
  const reason = textInput('reason');
  const desk = async (/** @type {Record<string, unknown>} */ command, /** @type {string} */ words) => {
    if (!reason.value.trim()) return reason.focus();
    await office.send('desk', { ...command, person: memberView.person, reason: reason.value.trim() }, words);
  };
  const revoke = memberView.roles.map((each) =>
    act(`Revoke ${roleWords(each)}`, async () => {
      if (!reason.value.trim()) return reason.focus();
      const words = `${memberView.name} loses the role at once and is signed out.`;
      if (await askToConfirm(`Revoke ${roleWords(each)}`, words, 'Revoke'))
        await desk(
          { type: 'revoke_role@1', role: each },
          `${memberView.name} no longer has the role ${roleWords(each)}.`,
        );
    }),
  );
  const administratorActs = () => [
    act(
      'Propose the role',
      () =>
        desk(
          { type: 'propose_role@1', role: role.value },
          `Another person must approve the role for ${memberView.name}.`,
        ),
      'gold',
    ),
    act('Issue a one-time link', () => issueLink(memberView, office)),
    act('End all sessions', () => desk({ type: 'end_sessions@1' }, `${memberView.name} is signed out everywhere.`)),
    memberView.locked ? act('Unlock', () => desk({ type: 'unlock@1' }, `${memberView.name} can sign in again.`)) : null,
    memberView.dismissed
      ? null
      : act('Dismiss', async () => {
          if (!reason.value.trim()) return reason.focus();
          const words = `${memberView.name} loses all roles and is signed out. This cannot be undone.`;
          if (await askToConfirm(`Dismiss ${memberView.name}`, words, 'Dismiss'))
            await desk({ type: 'dismiss_staff@1' }, `${memberView.name} is dismissed.`);
        }),
  ];
  return panel(
    memberView.name,
    '',
    element(
      'p',
      {},
      `Roles: ${memberView.roles.map(roleWords).join(', ') || 'none'}. State: ${stateWords(memberView)}.`,
    ),
    element(
      'div',
      { class: 'office-row' },
      field('Reason for the change', reason),
      manages(office) ? field('New role', role) : null,
    ),
    element(
      'div',
      { class: 'office-row' },
      ...(manages(office) ? administratorActs() : []),
      ...revoke,
      act('Close this view', () => {
        selected = '';
        office.reload();
      }),
    ),
  );
}

/**
 * @param {Member} member
 * @param {Office} office
 */
async function issueLink(member, office) {
  await office.attempt(async () => {
    /** @type {Answers['POST /api/people/{person}/link']} */
    const link = await post(`/api/people/${encodeURIComponent(member.person)}/link`);
    const address = `${location.origin}/link/${link.link}`;
    await askToConfirm(
      'One-time link',
      `Give this link to ${member.name}. It works once, within a day: ${address}`,
      'Done',
    );
  });
}

/**
 * @param {HTMLElement} place
 * @param {Office} office
 */
async function requests(place, office) {
  const [grants, all] = await Promise.all([get('/api/grants'), get('/api/people')]);
  /** @param {string} person */
  const nameOf = (person) => all.find((member) => member.person === person)?.name ?? person;
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
      'Roles waiting for approval',
      '',
      element('p', {}, 'You can approve a role if someone else proposed it and it isn’t for you.'),
      rows.length
        ? grid(['Person', 'Role', 'Proposed by', 'Time', 'Decision'], rows, 'Role proposals')
        : element('p', { class: 'eye-none' }, 'No proposals waiting for approval.'),
    ),
  );
}

/** @param {HTMLElement} place */
async function sessions(place) {
  const all = await get('/api/sessions');
  const rows = all.map((sessions) => [
    sessions.name,
    String(sessions.sessions),
    moment(sessions.since),
    moment(sessions.until),
  ]);
  place.replaceChildren(
    panel(
      'Open sessions of staff',
      '',
      element('p', {}, 'To end a person’s sessions, open their account under People.'),
      grid(['Name', 'Sessions', 'First session began', 'Last session ends'], rows, 'Sessions'),
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
  route: 'POST /api/grants/{grant}/approve',
  sections: { People: people, 'Role requests': requests, Sessions: sessions, Log: log },
  links: [{ words: 'Card readers', href: '/card-readers' }],
});
