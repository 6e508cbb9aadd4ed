import { call, refusal } from '/static/house.js';

document.getElementById('come-in').addEventListener('click', async () => {
  try {
    await call('POST', `/api/link/${location.pathname.split('/').pop()}`);
    location.assign('/');
  } catch (told) {
    document.getElementById('fault').textContent = refusal(told);
  }
});
