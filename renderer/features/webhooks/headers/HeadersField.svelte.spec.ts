import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import { fakeDesk } from '../../../../test/fakes/desk.ts';
import HeadersWindow from '../../../../test/component/HeadersWindow.svelte';

const hidden = '••••0123abcd';

/** A fake bridge that stores which headers are shown, and knows the value behind `hidden`. */
function aDesk() {
  const names = new Set<string>();
  return fakeDesk({
    'webhooks.shownHeaders': async ({ headers }) => ({
      names: [...names],
      values: [...names]
        .filter((name) => headers.toLowerCase().includes(`${name}: ${hidden}`))
        .map((name) => ({ name, placeholder: hidden, value: 'identity' })),
    }),
    'webhooks.showHeader': async ({ name, isShown }) =>
      void (isShown ? names.add(name.toLowerCase()) : names.delete(name.toLowerCase())),
  }).desk;
}

const show = (text: string) => render(HeadersWindow, { text, desk: aDesk() });
const is = (text: string) => expect.element(page.getByRole('status')).toHaveTextContent(JSON.stringify(text));

it('edits the same text in both views', async () => {
  await show('X-Team: a');
  await page.getByRole('textbox', { name: 'Value of X-Team' }).fill('a:b');
  await is('X-Team: a:b');
  await page.getByRole('button', { name: 'Add header' }).click();
  await expect.element(page.getByRole('combobox', { name: 'Name of header 2' })).toHaveFocus();
  await is('X-Team: a:b');
  await userEvent.keyboard('X-Corr{ArrowDown}{Enter}');
  await is('X-Team: a:b\nX-Correlation-ID: ');
  await expect
    .element(page.getByText('Line 2: X-Correlation-ID has no value and is sent empty.'))
    .toBeVisible();
  await page.getByRole('textbox', { name: 'Value of X-Correlation-ID' }).fill('1');
  await page.getByRole('radio', { name: 'Text' }).click();
  const text = page.getByRole('textbox', { name: 'Headers as text' });
  await expect.element(text).toHaveValue('X-Team: a:b\nX-Correlation-ID: 1');
  await text.fill('X-Team: a:b\nno colon here');
  await expect.element(page.getByText(/^Line 2: .*Add a colon/)).toBeVisible();
  await page.getByRole('radio', { name: 'Table' }).click();
  await expect.element(page.getByRole('textbox', { name: 'Value of line 2' })).toHaveValue('no colon here');
});

it('replaces a hidden value as a whole, or restores it', async () => {
  await show(`Authorization: ${hidden}\nX-Team: a`);
  const value = page.getByRole('textbox', { name: 'Value of Authorization' });
  await expect.element(value).toHaveAttribute('readonly');
  await expect.element(value).not.toHaveValue(hidden);
  await page.getByRole('button', { name: 'Replace…' }).click();
  await expect.element(page.getByRole('textbox', { name: 'Value of Authorization' })).toHaveFocus();
  await userEvent.keyboard('Bearer new');
  await is('Authorization: Bearer new\nX-Team: a');
  await page.getByRole('button', { name: 'Hide' }).click();
  await is(`Authorization: ${hidden}\nX-Team: a`);
});

it('removes a line and moves the focus to the next one', async () => {
  await show('X-One: 1\nX-Two: 2');
  await page.getByRole('button', { name: 'Remove X-One' }).click();
  await is('X-Two: 2');
  await expect.element(page.getByRole('combobox', { name: 'Name of header 1' })).toHaveFocus();
  await page.getByRole('button', { name: 'Remove X-Two' }).click();
  await is('');
  await expect.element(page.getByRole('button', { name: 'Add header' })).toHaveFocus();
});

it('rejects pasted line breaks in a value', async () => {
  await show('X-Team: a');
  const field = page.getByRole('textbox', { name: 'Value of X-Team' });
  const data = new DataTransfer();
  data.setData('text/plain', 'b\r\nAuthorization: c');
  const paste = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
  field.element().dispatchEvent(paste);
  expect(paste.defaultPrevented).toBe(true);
  await expect.element(page.getByText(/To paste several headers, switch to “Text”/)).toBeVisible();
  await is('X-Team: a');
});

it("shows the values of a header that isn't secret, and stores placeholders", async () => {
  await show(`Authorization: ${hidden}\nX-Source: desk\nX-Team: ${hidden}`);
  await expect.element(page.getByText('always')).toBeVisible();
  await expect.element(page.getByText('never')).toBeVisible();
  const isSecret = page.getByRole('switch', { name: 'Values of X-Team are secret' });
  await expect.element(isSecret).toBeChecked();
  await isSecret.click();
  const value = page.getByRole('textbox', { name: 'Value of X-Team' });
  await expect.element(value).toHaveValue('identity');
  await is(`Authorization: ${hidden}\nX-Source: desk\nX-Team: ${hidden}`);
  await page.getByRole('radio', { name: 'Text' }).click();
  const text = page.getByRole('textbox', { name: 'Headers as text' });
  await expect.element(text).toHaveValue(`Authorization: ${hidden}\nX-Source: desk\nX-Team: identity`);
  await page.getByRole('radio', { name: 'Table' }).click();
  await value.fill('identities');
  await is(`Authorization: ${hidden}\nX-Source: desk\nX-Team: identities`);
  await value.fill('identity');
  await is(`Authorization: ${hidden}\nX-Source: desk\nX-Team: ${hidden}`);
  await isSecret.click();
  await expect
    .element(page.getByRole('textbox', { name: 'Value of X-Team, hidden' }))
    .toHaveValue('•••••••• (hidden)');
});
