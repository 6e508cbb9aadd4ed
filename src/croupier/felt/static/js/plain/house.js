// What both pages share: calls to the house, money, small pieces of page.

export async function call(method, path, body) {
  const answer = await fetch(path, {
    method,
    headers: { 'x-croupier': '1', ...(body ? { 'content-type': 'application/json' } : {}) },
    body: body ? JSON.stringify(body) : undefined,
  });
  const told = await answer.json();
  if (!answer.ok) throw told;
  return told;
}

export function dollars(cents) {
  const whole = Math.trunc(Math.abs(cents) / 100).toLocaleString('en-US');
  const rest = Math.abs(cents) % 100;
  return `${cents < 0 ? '-' : ''}$${whole}${rest ? '.' + String(rest).padStart(2, '0') : ''}`;
}

export function element(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) made[key] = value;
  made.append(...children);
  return made;
}

export function refusal(told) {
  const cited = [...(told.clauses ?? []), ...(told.readings ?? [])].join(', ');
  return `${told.message ?? 'That did not work.'}${cited ? ` [${cited}]` : ''} ${told.remedy ?? ''}`;
}
