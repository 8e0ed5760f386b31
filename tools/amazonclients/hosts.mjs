// Leads connections to Amazon's hosts to the port of FRONT on this machine, as an entry in
// /etc/hosts and a proxy on port 443 do. Clients are loaded after it, unchanged.
import net from "node:net";

const amazons = /^(sellingpartnerapi-(na|eu|fe)|api)\.amazon\.com$/;
const connect = net.Socket.prototype.connect;

net.Socket.prototype.connect = function (...given) {
  // Node hands its own calls over as a list of options and callback, which keeps a mark of its own.
  const options = Array.isArray(given[0]) ? given[0][0] : given[0];
  if (amazons.test(options?.host)) Object.assign(options, { host: "127.0.0.1", port: Number(process.env.FRONT) });
  return connect.apply(this, given);
};
