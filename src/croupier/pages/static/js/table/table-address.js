// The table of this page, from the last part of its address.
export const TABLE = decodeURIComponent(location.pathname.split('/').pop() ?? '');
