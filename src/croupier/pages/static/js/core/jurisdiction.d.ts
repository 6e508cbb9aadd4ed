// The types of jurisdiction.js, which the server makes from the rule book (croupier/pages/generated.py).

/** The ids of the regulations for the casino itself, by topic. */
export const REGULATIONS: Record<string, string>;

/** All chips, the smallest first. `value` is in cents, `usual` chips are in every tray, `rare` chips are not drawn. */
export const CHIPS: { value: number; name: string; usual: boolean; rare: boolean }[];
