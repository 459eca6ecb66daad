// Judges an AsyncAPI document with AsyncAPI's own parser, and frames with a JSON Schema validator.
//
// In (standard input): {"document": the AsyncAPI document as text, "frames": [{"name": message, "frame": any JSON}]}
// Out: {"diagnostics": [...], "messages": [names the parser found], "verdicts": [true where the schema takes the frame]}

import { text } from "node:stream/consumers";
import { Parser } from "@asyncapi/parser";
import Ajv from "ajv";

const { document, frames } = JSON.parse(await text(process.stdin));

const { document: parsed, diagnostics } = await new Parser().parse(document);

const { components } = JSON.parse(document);
const ajv = new Ajv({ strict: true, strictRequired: false });
ajv.addVocabulary(["components"]); // where the schemas lie
ajv.addSchema({ $id: "contract", components });
const accepts = ({ name, frame }) =>
  ajv.getSchema(`contract${components.messages[name].payload.$ref}`)(frame);

console.log(
  JSON.stringify({
    diagnostics: diagnostics.map(({ severity, code, message, path }) => ({ severity, code, message, path })),
    messages: parsed ? parsed.allMessages().all().map((message) => message.name()) : [],
    verdicts: frames.map(accepts),
  }),
);
