// Draws one scene; a test asks for the next one by window.gallery.
import '/static/js/base/settings.js';
import { createFelt } from '/static/js/felt/felt.js';
import { faults } from './faults.js';

const pressed = [];

async function scene(name, acting = true) {
  const { posted, view } = await (await fetch(`/scenes/${name}`)).json();
  const root = document.createElement('section');
  root.id = 'felt';
  root.setAttribute('aria-label', 'The table');
  document.getElementById('felt').replaceWith(root);
  const handlers = { spot: (seat, wager) => pressed.push([seat, wager]), sit: (seat) => pressed.push([seat]), why: (clauses) => pressed.push(clauses) };
  const felt = createFelt(root, posted, acting ? handlers : {});
  felt.draw(view);
  return { felt, posted, view };
}

window.gallery = { scene, pressed, faults };
document.documentElement.dataset.ready = 'yes';
