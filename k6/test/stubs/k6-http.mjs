import { exchange } from '../stubs.mjs';

const one = (method, url, body, params) => exchange([{ method, url, body, params }])[0];

export default {
  get: (url, params) => one('GET', url, undefined, params),
  post: (url, body, params) => one('POST', url, body, params),
  batch: (requests) => exchange(requests),
  expectedStatuses: (...statuses) => ({ statuses }),
};
