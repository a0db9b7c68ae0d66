import { Form } from "react-router";

import { Button, ButtonLink } from "#ui/button.tsx";
import { EmptyState } from "#app/components/empty-state.tsx";

interface UnsubscribePageProps {
  /** Whether the reader still receives these letters; the page then asks for confirmation. */
  isSubscribed: boolean;
  question: { title: string; text: string; button: string; action: string };
  /** Shown once the letters have ended. */
  answer: { title: string; text: string; link: { to: string; label: string } };
}

/**
 * Page of an unsubscribe link: a question with one button, or a confirmation. Opening it changes nothing, because mail
 * scanners follow links.
 */
export function UnsubscribePage({ isSubscribed, question, answer }: UnsubscribePageProps) {
  return (
    <div className="page pt-8 lg:pt-12">
      {isSubscribed ? (
        <EmptyState title={question.title} heading="h1">
          <p>{question.text}</p>
          <Form method="post" action={question.action} className="mt-6">
            <Button size="large">{question.button}</Button>
          </Form>
        </EmptyState>
      ) : (
        <EmptyState title={answer.title} heading="h1">
          <p>{answer.text}</p>
          <p className="mt-6">
            <ButtonLink to={answer.link.to}>{answer.link.label}</ButtonLink>
          </p>
        </EmptyState>
      )}
    </div>
  );
}
