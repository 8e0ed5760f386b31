// Compares a Postman collection with its document: every operation is a request, and the base
// address is the service's.
import { readFileSync } from "node:fs";

const [document, collection] = process.argv.slice(2).map((name) => JSON.parse(readFileSync(name, "utf8")));
const operations = Object.values(document.paths).reduce((n, item) => n + Object.keys(item).length, 0);
const requests = (entry) => (entry.item ? entry.item.reduce((n, inner) => n + requests(inner), 0) : 1);
const address = collection.variable.find((v) => v.key === "baseUrl")?.value;

console.log(`postman: ${requests(collection)} requests below ${address}`);
if (requests(collection) !== operations || address !== document.servers[0].url) {
  console.error(`expected ${operations} requests below ${document.servers[0].url}`);
  process.exit(1);
}
