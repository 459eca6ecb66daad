import assert from "node:assert/strict";
import { test } from "node:test";

import { ratingChange } from "../../../infra/web/state/rating.js";

test("eight equal ratings: the table of the rules page (R6.5)", () => {
  const changes = [0, 1, 2, 3, 4, 5, 6, 7].map((above) => ratingChange(1000, { above: Array(above).fill(1000), below: Array(7 - above).fill(1000) }));
  assert.deepEqual(changes, [25, 18, 11, 4, -4, -11, -18, -25]);
});

test("beating higher ratings earns more, losing to lower ones costs more (R6.4)", () => {
  const win = (rating) => ratingChange(1000, { above: [], below: Array(7).fill(rating) });
  const loss = (rating) => ratingChange(1000, { above: Array(7).fill(rating), below: [] });
  assert.ok(win(1200) > win(1000) && win(1000) > win(800));
  assert.ok(loss(800) < loss(1000) && loss(1000) < loss(1200));
});

test("all level is no change", () => assert.equal(ratingChange(1000, { above: [], level: Array(7).fill(1000), below: [] }), 0));
