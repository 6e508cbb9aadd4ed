// Which table this page is about: the last part of its address.
export const TABLE = decodeURIComponent(location.pathname.split('/').pop() ?? '');
