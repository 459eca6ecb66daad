/**
 * Where the focus is, so that keyboard and screen reader are never lost.
 *
 * Lives here: a new screen takes the focus at its top; a closed dialog gives it back; an action can name who is next.
 */

export class Focus {
  #screen = "";
  #next = "";

  /** Give an element the focus once the page is drawn. @param {string} id */
  moveTo(id) {
    this.#next = id;
  }

  /**
   * Before the page is drawn: a dialog that is still there is closed, which gives the focus back to where it was.
   * @param {Element} root
   */
  closeDialog(root) {
    root.querySelector("dialog")?.close();
  }

  /**
   * After the page is drawn.
   * @param {string} screen - its name
   * @param {boolean} hasDialog - a dialog keeps the focus
   */
  settle(screen, hasDialog) {
    const isFirst = this.#screen === "" || this.#screen === "connecting";
    if (screen !== this.#screen && !isFirst) {
      if (!hasDialog) focusMain();
      scrollTo(0, 0);
    }
    this.#screen = screen;
    if (this.#next !== "") document.getElementById(this.#next)?.focus();
    this.#next = "";
  }
}

/** The screen itself takes the focus: no button does then what Enter is meant for. */
export function focusMain() {
  const main = document.getElementById("main");
  if (main !== null && document.activeElement !== main) main.focus({ preventScroll: true });
}
