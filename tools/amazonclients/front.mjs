// A proxy with TLS before the listener for clients made for Amazon: front.mjs KEY CERTIFICATE ADDRESS.
// It prints its port, then a line for each call.
import { readFileSync } from "node:fs";
import http from "node:http";
import https from "node:https";

const [key, cert, to] = process.argv.slice(2);
const [host, port] = to.split(":");
const front = https.createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (req, res) => {
  const passed = http.request({ host, port, method: req.method, path: req.url, headers: req.headers }, (answer) => {
    console.log(answer.statusCode, req.method, req.headers.host, req.url, answer.headers["x-ignored-parameters"] ?? "");
    res.writeHead(answer.statusCode, answer.headers);
    answer.pipe(res);
  });
  passed.on("error", () => res.destroy());
  req.pipe(passed);
});
front.listen(0, "127.0.0.1", () => console.log(front.address().port));
