/** Bounds the age of a webhook call, in both directions, in seconds. */
const maxSkew = 300;

/**
 * Reports whether a webhook call is from the service and at most five minutes old, by the Standard Webhooks scheme.
 * The secret begins with `whsec_`, and body is the text as received. The same `webhook-id` may arrive twice.
 */
export async function verifyWebhook(
  secret: string,
  headers: Headers,
  body: string,
  now = new Date(),
): Promise<boolean> {
  const at = headers.get("webhook-timestamp") ?? "";
  if (!/^\d+$/.test(at) || Math.abs(now.getTime() / 1000 - Number(at)) > maxSkew) return false;
  const raw = bytes(secret.replace(/^whsec_/, ""));
  if (!raw?.length) return false;
  const key = await crypto.subtle.importKey("raw", raw, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
  const signed = new TextEncoder().encode(`${headers.get("webhook-id")}.${at}.${body}`);
  for (const signature of (headers.get("webhook-signature") ?? "").split(" ")) {
    const given = signature.startsWith("v1,") && bytes(signature.slice(3));
    if (given && (await crypto.subtle.verify("HMAC", key, given, signed))) return true;
  }
  return false;
}

/** Decodes base64; undefined for another text. */
function bytes(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  } catch {
    return undefined;
  }
}
