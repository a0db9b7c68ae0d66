import { escapeHtml } from "#shop/kernel/mail/html-text.ts";
import { newSecret } from "#shop/kernel/security/secret.server.ts";
import { messageOf } from "#shop/kernel/text/message-of.ts";
import type { Services } from "#shop/services.ts";

/** Sends a test e-mail at once, past the outbox; returns what became of it, in words. */
export async function sendTestLetterTo({ mailer, settings }: Services, to: string): Promise<string> {
  const words = `This e-mail was sent from the desk of ${settings.name}. Letters to readers leave the same way.`;
  try {
    await mailer.send({
      to,
      subject: `A test e-mail from ${settings.name}`,
      text: words,
      html: `<p>${escapeHtml(words)}</p>`,
      messageId: `<test-${newSecret()}@${new URL(settings.publicUrl).hostname}>`,
    });
  } catch (error) {
    return `The mail server did not accept the test e-mail: ${messageOf(error)}`;
  }
  return `A test e-mail is on its way to ${to}. If it is not there in five minutes, look into the spam folder.`;
}
