/**
 * The texts of the page in the player's language.
 *
 * Lives here: choosing a language, filling in values, plural forms and numbers by `Intl`. The texts are in one JSON file
 * a language beside this one. To add a language, add its file (README.md). Must not: know what the texts are about.
 */

/** @typedef {string | { [form: string]: string }} Message - one text, or one for each plural form of `{count}` */
/** @typedef {{ name: string, languages?: { [code: string]: string }, messages: { [key: string]: Message }, rules: Rules }} Locale */
/** @typedef {{ title: string, lead: string, sections: { title: string, parts: (string | string[])[] }[], table: { caption: string, place: string, below: string, change: string } }} Rules */
/** @typedef {{ code: string, name: string }} LocaleName */

const BLANK = /\{(\w+)\}/g;

/**
 * The language to begin with: the first wish that there is a file for, else English.
 * @param {readonly LocaleName[]} locales
 * @param {readonly (string | null | undefined)[]} wishes - BCP 47 tags, best first
 */
export function chooseLocale(locales, wishes) {
  for (const wish of wishes) {
    const base = wish?.toLowerCase().split("-")[0];
    const found = locales.find(({ code }) => code === base);
    if (found !== undefined) return found.code;
  }
  return "en";
}

export class Translator {
  /** @param {string} code @param {Locale} locale */
  constructor(code, locale) {
    this.code = code;
    this.rules = locale.rules;
    this.ownNames = locale.languages ?? {}; // browsers leave the names of languages out for some languages, as Kazakh
    this.messages = locale.messages;
    this.plurals = new Intl.PluralRules(code);
    this.numbers = new Intl.NumberFormat(code, { useGrouping: false });
    this.signedNumbers = new Intl.NumberFormat(code, { useGrouping: false, signDisplay: "exceptZero" });
    this.languages = new Intl.DisplayNames([code], { type: "language" });
    this.lists = new Intl.ListFormat(code, { type: "unit", style: "short" });
  }

  /**
   * A text; `count` chooses its plural form. A missing key is returned itself; a test makes sure that none is missing.
   * @param {string} key
   * @param {{ [name: string]: string | number }} [values]
   * @returns {string}
   */
  translate(key, values = {}) {
    let message = this.messages[key] ?? key;
    if (typeof message !== "string") {
      const form = this.plurals.select(Number(values["count"]));
      message = message[form] ?? message["other"] ?? key;
    }
    return message.replace(BLANK, (blank, name) => {
      const value = values[name];
      return value === undefined ? blank : typeof value === "number" ? this.numbers.format(value) : value;
    });
  }

  /** @param {string} key */
  has(key) {
    return key in this.messages;
  }

  /** A change with its sign: +25, −4, 0. @param {number} value */
  signed(value) {
    return this.signedNumbers.format(value);
  }

  /** A game language's name, capital first, as a heading or a choice. @param {string} code */
  language(code) {
    const name = this.ownNames[code] ?? this.languages.of(code) ?? code;
    return name.charAt(0).toLocaleUpperCase(this.code) + name.slice(1);
  }

  /** Minutes and seconds. @param {number} ms */
  time(ms) {
    const seconds = Math.max(0, Math.floor(ms / 1000));
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }
}
