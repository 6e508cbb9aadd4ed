// Draws scenes for the tests, which call window.gallery.
import '/static/js/core/settings.js';
import { createFelt } from '/static/js/table/table-picture.js';
import { faults } from './faults.js';

const pressed = [];

const load = async (name) => (await fetch(`/scenes/${name}`)).json();

async function scene(name, acting = true) {
  const { posted, view } = await load(name);
  const root = document.createElement('section');
  root.id = 'felt';
  root.setAttribute('aria-label', 'The table');
  document.getElementById('felt').replaceWith(root);
  const handlers = { spot: (seat, wager) => pressed.push([seat, wager]), sit: (seat) => pressed.push([seat]), why: (clauses) => pressed.push(clauses) };
  const felt = createFelt(root, posted, acting ? handlers : {});
  felt.draw(view);
  return { felt, posted, view };
}

/** Draw scenes one after the other, on one felt per table, and return the faults of each. */
async function walk(names) {
  const found = {};
  let felt = null;
  let table = '';
  for (const name of names) {
    const { posted, view } = await load(name);
    if (JSON.stringify(posted) === table) felt.draw(view);
    else ({ felt } = await scene(name));
    table = JSON.stringify(posted);
    const wrong = faults();
    if (wrong.length) found[name] = wrong;
  }
  return found;
}

window.gallery = { scene, walk, pressed, faults };
document.documentElement.dataset.ready = 'yes';
