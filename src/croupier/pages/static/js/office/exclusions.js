// The exclusion list page. It takes two people to put someone on the list or to remove them.
import { get, post } from '../core/api.js';
import { element } from '../core/dom.js';
import { panel } from '../oversight/oversight-parts.js';
import { act, askToConfirm, field, grid, moment, openOffice, textInput } from './office-parts.js';

/** @typedef {import('./office-parts.js').Office} Office */
/** @typedef {import('./office-parts.js').Answers['GET /api/exclusions'][number]} Entry */

/** @type {[string, string][]} */
const KINDS = [
  ['voluntary', 'Voluntary list of the Commission'],
  ['mandatory', 'Mandatory list of the Commission'],
  ['evicted', 'Evicted by the casino'],
];

/** @param {Office} office */
const keeps = (office) => ['security', 'regulator'].some((role) => office.me?.roles.includes(role));

/**
 * @param {string} route
 * @param {unknown} body
 * @param {string} words
 * @param {Office} office
 */
async function send(route, body, words, office) {
  if (await office.attempt(() => post(route, body))) await office.finish(words);
}

/**
 * @param {Entry} exclusion
 * @param {Office} office
 */
function actions(exclusion, office) {
  if (!keeps(office)) return '–';
  const address = `/api/exclusions/${exclusion.number}`;
  const who = exclusion.identity.name;
  const decline = act('Decline', () =>
    send(`${address}/decline`, { reason: 'declined on screen' }, `You declined the proposal for ${who}.`, office),
  );
  if (exclusion.standing === 'confirmed')
    return act('Propose removal', async () => {
      const words = 'Another person must confirm the removal.';
      if (await askToConfirm(`Remove ${who}`, words, 'Propose removal'))
        await send(`${address}/removal`, { reason: 'proposed on screen' }, `You proposed to remove ${who}.`, office);
    });
  const removal = exclusion.standing === 'removal proposed';
  const confirm = act(
    removal ? 'Confirm removal' : 'Confirm',
    () =>
      send(`${address}/${removal ? 'removal/' : ''}confirm`, {}, `You confirmed entry ${exclusion.number}.`, office),
    'gold',
  );
  return exclusion.yours ? ['Another person must confirm. ', decline] : [confirm, decline];
}

/**
 * @param {HTMLElement} place
 * @param {Office} office
 */
async function list(place, office) {
  const found = await get('/api/exclusions');
  const rows = found.map((exclusion) => [
    String(exclusion.number),
    [exclusion.identity.name, ...exclusion.identity.aliases].join(', '),
    exclusion.identity.born || '–',
    KINDS.find(([kind]) => kind === exclusion.kind)?.[1] ?? exclusion.kind,
    exclusion.until || 'no end',
    `${exclusion.standing}, ${exclusion.proposed_by}, ${moment(exclusion.at)}`,
    actions(exclusion, office),
  ]);
  place.replaceChildren(
    panel(
      'Exclusion list',
      '',
      element('p', {}, 'Every change needs two people. Show this list only to the people who enforce it.'),
      rows.length
        ? grid(['Entry', 'Name', 'Born', 'List', 'Until', 'State', 'Your part'], rows, 'Exclusion list')
        : element('p', { class: 'eye-none' }, 'Nobody is on the list.'),
      act('Refresh', () => office.reload()),
    ),
    keeps(office) ? proposal(office) : '',
  );
}

/** @param {Office} office */
function proposal(office) {
  const name = textInput('name');
  const aliases = textInput('aliases');
  const born = element('input', { name: 'born', type: 'date' });
  const number = textInput('id_number');
  const until = element('input', { name: 'until', type: 'date' });
  const kind = element(
    'select',
    { name: 'kind' },
    KINDS.map(([value, words]) => element('option', { value }, words)),
  );
  return panel(
    'Exclude a person',
    '',
    element('p', {}, 'The entry takes effect when another person confirms it.'),
    element(
      'div',
      { class: 'office-row' },
      field('Legal name', name),
      field('Other names, separated by semicolons', aliases),
      field('Date of birth', born),
      field('Identification number', number),
      field('List', kind),
      field('Last day, if any', until),
    ),
    act(
      'Propose the entry',
      () => {
        if (!name.value.trim()) return name.focus();
        const identity = {
          name: name.value.trim(),
          aliases: aliases.value
            .split(';')
            .map((item) => item.trim())
            .filter(Boolean),
          born: born.value,
          id_number: number.value.trim(),
        };
        const body = { kind: kind.value, identity, until: until.value };
        return send('/api/exclusions', body, 'The entry is proposed. Another person must confirm it.', office);
      },
      'gold',
    ),
  );
}

openOffice({ title: 'Exclusion list', route: 'GET /api/exclusions', sections: { List: list } });
