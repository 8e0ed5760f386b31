// Checks every example of a document, and amounts that float arithmetic gets wrong, by its
// schemas with ajv.
import { readFileSync } from "node:fs";
import Ajv from "ajv/dist/2020.js";
import formats from "ajv-formats";

const document = JSON.parse(readFileSync(process.argv[2], "utf8"));
const ajv = new Ajv({ strict: false, allErrors: true });
formats(ajv);
ajv.addSchema(document, "document");

const broken = [];
let checked = 0;
const hold = (at, schema, value) => {
  checked++;
  const fits = ajv.compile(schema.$ref ? { $ref: "document" + schema.$ref } : { ...schema, $id: undefined, ...refs(schema) });
  if (!fits(value)) broken.push(`${at}: ${ajv.errorsText(fits.errors)}`);
};
// refs has the references of a schema begin at the document.
const refs = (node) => JSON.parse(JSON.stringify(node, (name, value) => (name === "$ref" ? "document" + value : value)));

for (const [path, item] of Object.entries(document.paths)) {
  for (const [method, operation] of Object.entries(item)) {
    const contents = [["request", operation.requestBody?.content]];
    for (const [status, answer] of Object.entries(operation.responses ?? {})) contents.push([status, answer.content]);
    for (const [what, content] of contents) {
      for (const [type, media] of Object.entries(content ?? {})) {
        if (media.example !== undefined) hold(`${method} ${path} ${what} ${type}`, media.schema, media.example);
      }
    }
  }
}
const amount = document.components.schemas.Amount;
for (const value of [19.99, 0.07, 1.1, 4.35, 9999999999.9]) hold(`Amount ${value}`, amount, value);

console.log(`ajv: ${checked} examples`);
if (broken.length > 0) {
  console.error(broken.join("\n"));
  process.exit(1);
}
