// Types and a client by fetch, one file for each group. This version of orval reads CommonJS.
const output = (folder) => ({ target: `./${folder}/api.ts`, schemas: `./${folder}/model`, client: "fetch", mode: "tags-split" });

module.exports = {
  current: { input: { target: "./openapi.json" }, output: output("orval") },
  older: { input: { target: "./openapi-3.0.json" }, output: output("orval-3.0") },
};
