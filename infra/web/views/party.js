/** The party: an invite link, who is here, and what its leader may do (R9, D13). */

import { h } from "./dom.js";
import { avatar, button } from "./parts.js";
import { gamePicker, identity } from "./home.js";

/** @typedef {import("../view.js").View} View */
/** @typedef {import("../protocol/frames.js").Party} Party */
/** @typedef {import("../protocol/frames.js").Member} Member */

const MOST = 8; // R9.1

/** @param {View} view @param {Party} party */
export function party(view, party) {
  const { state, t, ui, act } = view;
  const isLeader = party.leader === state.me?.id;
  const isStill = party.members.some((member) => member.playing);
  const leader = party.members.find((member) => member.player === party.leader)?.nickname ?? "";
  const canStart = isLeader && party.state === "gathering" && !isStill;
  return h(
    "main",
    { key: "party", id: "main", class: "screen party", tabindex: "-1" },
    h("header", { class: "title" }, h("h1", null, t.translate("party.title")), h("p", { class: "sub" }, t.translate("party.lead"))),
    h("div", { class: "card" }, identity(view)),
    invite(view, party),
    h(
      "section",
      { class: "card", "aria-labelledby": "members" },
      h("h2", { id: "members" }, t.translate("party.members", { taken: party.members.length, size: MOST })),
      h(
        "ul",
        { class: "members" },
        party.members.map((member, i) => drawMember(view, party, member, i)),
      ),
    ),
    h(
      "div",
      { class: "card" },
      isLeader ? gamePicker(view, !canStart) : null,
      isLeader
        ? button(t.translate("party.start"), act.startParty, { kind: "primary wide", isOff: !canStart, isBusy: ui.busy === "party-start" })
        : null,
      h(
        "p",
        { class: "fine", role: "status" },
        isStill || party.state === "playing"
          ? t.translate("party.wait-playing")
          : isLeader
            ? t.translate("party.fill")
            : t.translate("party.wait-leader", { name: leader }),
      ),
    ),
    h("div", { class: "choices" }, button(t.translate("party.leave"), act.leaveParty, { kind: "quiet", isBusy: ui.busy === "party-leave" })),
  );
}

/** @param {View} view @param {Party} party */
function invite({ state, t, ui, act }, party) {
  const link = act.inviteLink(party.code);
  const isCopied = ui.copied?.text === link && ui.copied.isDone;
  const isRefused = ui.copied?.text === link && !ui.copied.isDone;
  return h(
    "section",
    { class: "card invite", "aria-labelledby": "invite" },
    h("h2", { id: "invite" }, t.translate("party.invite")),
    h("input", {
      id: "invite-link",
      type: "text",
      readonly: true,
      value: link,
      "aria-label": t.translate("party.link"),
      "aria-describedby": isRefused ? "copy-refused" : undefined,
      onfocus: (/** @type {FocusEvent} */ event) => /** @type {HTMLInputElement} */ (event.target).select(),
    }),
    isRefused ? h("p", { id: "copy-refused", class: "field-error", role: "alert" }, t.translate("party.copy-by-hand")) : null,
    h(
      "div",
      { class: "choices" },
      button(t.translate(isCopied ? "party.copied" : "party.copy"), () => act.copyLink(link), { kind: "primary" }),
      party.leader === state.me?.id ? button(t.translate("party.renew"), act.renewParty, { kind: "quiet", isBusy: ui.busy === "party-renew" }) : null,
      act.canShare ? button(t.translate("party.share"), () => act.share(link), { kind: "quiet" }) : null,
    ),
  );
}

/** @param {View} view @param {Party} party @param {Member} member @param {number} i */
function drawMember({ state, t, act }, party, member, i) {
  const isLeader = party.leader === state.me?.id;
  const isMe = member.player === state.me?.id;
  const name = member.nickname;
  const status = t.translate(member.playing ? "party.playing" : member.online ? "party.online" : "party.offline");
  return h(
    "li",
    { key: member.player, class: `member ${member.online ? "online" : "offline"}` },
    avatar(i, name),
    h(
      "span",
      { class: "who" },
      h("strong", { class: "name" }, name),
      h(
        "span",
        { class: "rating" },
        h("span", { class: member.playing ? "lamp playing" : member.online ? "lamp on" : "lamp", "aria-hidden": "true" }),
        [status, t.translate("rating", { rating: member.rating }), isMe ? t.translate("you") : "", member.player === party.leader ? t.translate("party.leader") : ""]
          .filter(Boolean)
          .join(" · "),
      ),
    ),
    isLeader && !isMe
      ? h(
          "span",
          { class: "actions" },
          button(t.translate("party.make-leader"), () => act.makeLeader(member.player), { kind: "quiet small", "aria-label": `${t.translate("party.make-leader")}: ${name}` }),
          button(t.translate("party.kick"), () => act.kick(member.player), { kind: "quiet small danger", "aria-label": `${t.translate("party.kick")}: ${name}` }),
        )
      : null,
  );
}
