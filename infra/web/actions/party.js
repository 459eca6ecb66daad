/** The party: create, join, lead, leave (R9, D13). */

/** @typedef {import("../app.js").App} App */
/** @typedef {import("./actions.js").CarryOut} CarryOut */

/** @param {App} app @param {CarryOut} carryOut */
export function partying(app, carryOut) {
  const { client } = app;
  return {
    createParty: () => carryOut("party-create", () => client.request("party-create", {})),
    joinParty: (/** @type {string} */ code) => carryOut("party-join", () => join(code)),
    /** From our party into the one that we are invited to. */
    switchParty: (/** @type {string} */ code) =>
      carryOut("party-join", async () => {
        await client.request("party-leave", {});
        await join(code);
      }),
    declineParty: closeInvite,
    seeInvite: () => app.dispatch({ type: "invite-seen" }),
    leaveParty: () => carryOut("party-leave", () => client.request("party-leave", {})),
    kick: (/** @type {string} */ player) => carryOut("party-kick", () => client.request("party-kick", { player })),
    makeLeader: (/** @type {string} */ player) => carryOut("party-lead", () => client.request("party-lead", { player })),
    renewParty: () => carryOut("party-renew", () => client.request("party-renew", {})),
    startParty: () => carryOut("party-start", () => client.request("party-start", { language: app.ui.game })),
    inviteLink: (/** @type {string} */ code) => `${location.origin}${location.pathname}#party=${code}`,
  };

  /** @param {string} code */
  async function join(code) {
    await client.request("party-join", { code });
    closeInvite();
  }

  function closeInvite() {
    history.replaceState(null, "", location.pathname);
    app.dispatch({ type: "invite-closed" });
  }
}
