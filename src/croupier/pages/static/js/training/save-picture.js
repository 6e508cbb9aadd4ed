// A button that saves an SVG picture of the server as a PNG file, drawn on a canvas in the page.
import { element, say } from '../core/dom.js';

const SCALE = 2; // pixels of the file for each unit of the drawing

/** Draw a picture of this server on a canvas, and return it as a PNG file. @param {string} address */
async function toPng(address) {
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = element('canvas', { width: image.naturalWidth * SCALE, height: image.naturalHeight * SCALE });
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((file) => (file ? resolve(file) : reject(new Error('no picture'))), 'image/png');
  });
}

/**
 * @param {string} address of the SVG picture
 * @param {string} name of the file
 */
export function savePictureButton(address, name) {
  const fault = element('span', { role: 'status' });
  const button = element(
    'button',
    {
      type: 'button',
      class: 'plain-button',
      onclick: async () => {
        say(fault, '');
        try {
          const file = URL.createObjectURL(/** @type {Blob} */ (await toPng(address)));
          element('a', { href: file, download: name }).click();
          setTimeout(() => URL.revokeObjectURL(file), 10_000);
        } catch {
          say(fault, 'The picture can’t be made here. Use the link to the picture.');
        }
      },
    },
    'Save as a picture',
  );
  const show = element('a', { class: 'link', href: address }, 'Show the picture');
  return element('p', { class: 'row' }, button, show, fault);
}
