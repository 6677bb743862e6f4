// The token of the person who watches. It lives in this variable alone: a reload asks for it again.

let token = null;

export const enter = (entered) => { token = entered; };
export const leave = () => { token = null; };
export const isEntered = () => token !== null;
export const authorization = () => ({ Authorization: `Bearer ${token}` });

/** Asks the worker; what it refuses, or does not answer, is an Error whose message says why. */
export async function call(method, path, body) {
  let reply;
  try {
    reply = await fetch(path, {
      method,
      headers: body === undefined ? authorization() : { ...authorization(), 'Content-Type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Error(method === 'GET'
      ? 'The worker does not answer.'
      : 'The worker does not answer. Whether it was done is not known: look at the lists before you try again.');
  }
  const answer = await reply.json().catch(() => ({}));
  if (reply.ok) return answer;
  const refused = new Error(why(answer, reply.status));
  refused.status = reply.status;
  refused.answer = answer;
  throw refused;
}

function why(answer, status) {
  if (answer.errors?.length) return answer.errors.map((one) => `${one.pointer.replace(/^\//, '')}: ${one.detail}`).join('; ');
  return answer.detail ?? answer.title ?? `The worker answered with status ${status}.`;
}
