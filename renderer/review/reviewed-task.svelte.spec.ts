import { expect, it, onTestFinished } from 'vitest';
import { userEvent } from 'vitest/browser';
import { ReviewedTask } from './reviewed-task.svelte.ts';

const closed = { stage: 'closed', open: () => Promise.resolve() } as const;

it('is canceled by Escape while its form is loading, and the key does nothing else', async () => {
  const opened: string[] = [];
  const listen = ({ key }: KeyboardEvent) => void opened.push(key);
  document.addEventListener('keydown', listen);
  onTestFinished(() => document.removeEventListener('keydown', listen));
  const task = new ReviewedTask(closed);
  task.ask();
  await userEvent.keyboard('a');
  expect(task.isOpen).toBe(true);
  await userEvent.keyboard('{Escape}');
  expect(task.isOpen).toBe(false);
  await userEvent.keyboard('{Escape}');
  expect(opened).toEqual(['a', 'Escape']);
});

it('leaves Escape to its form once that is loaded', async () => {
  const task = new ReviewedTask(closed);
  task.ask();
  const form = document.body.appendChild(document.createElement('div'));
  form.setAttribute('role', 'dialog');
  await userEvent.keyboard('{Escape}');
  expect(task.isOpen).toBe(true);
  form.remove();
  await userEvent.keyboard('{Escape}');
  expect(task.isOpen).toBe(true);
});
