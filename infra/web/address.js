/** What the page's address asks for: the rules, an invitation to a party, a game language. Pure. */

const RULES = "#/rules";
const PARTY = /^#party=([^&]{1,64})$/;
const GAME = /^#play=([a-z]{2,3})$/;

/**
 * @param {string} hash - of the address, with its sign #
 * @returns {{ page: "game" | "rules", invite: string | null, isInviteBroken: boolean, game: string | null }}
 */
export function readAddress(hash) {
  const code = PARTY.exec(hash)?.[1];
  const invite = code === undefined ? null : decoded(code);
  return {
    page: hash === RULES ? "rules" : "game",
    invite,
    isInviteBroken: hash.startsWith("#party") && invite === null,
    game: GAME.exec(hash)?.[1] ?? null,
  };
}

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return null; // it is malformed
  }
}
