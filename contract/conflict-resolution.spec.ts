import { describe, expect, it } from 'vitest';
import type { PlanItem } from './changes.ts';
import { intentOfResolution } from './conflict-resolution.ts';
import { webhookDefinitionToText } from './webhook-text.ts';
import type { WebhookDefinition } from './webhooks.ts';

function conflicting(kind: PlanItem['kind'], theirs: string): PlanItem {
  return {
    id: 'i',
    kind,
    action: 'update',
    title: '',
    target: { type: 't', id: 'target', name: '' },
    summary: '',
    format: 'text',
    before: theirs,
    after: '',
    conflict: { base: '', theirs, mine: '', merged: '', isClean: true },
    warnings: [],
    steps: [],
    isUndoable: true,
  };
}

const definition: WebhookDefinition = {
  name: 'Alerts',
  description: '',
  url: 'https://hooks.example/a',
  method: 'POST',
  contentType: 'application/json',
  headers: 'X-Team: a',
  requestBody: '{\n}',
  enabled: true,
  eventType: 'SecurityAlert',
  riskLevel: 'Low',
};

describe('intentOfResolution', () => {
  it('starts from what the tenant has now', () => {
    expect(intentOfResolution(conflicting('script.replace', 'theirs'), 'merged')).toEqual({
      kind: 'script.replace',
      applicationId: 'target',
      script: 'merged',
      base: 'theirs',
    });
    expect(intentOfResolution(conflicting('origins.set', 'a\nb'), 'a\nc\n')).toEqual({
      kind: 'origins.set',
      origins: ['a', 'c'],
      base: ['a', 'b'],
    });
    const merged = { ...definition, riskLevel: 'High' };
    expect(
      intentOfResolution(
        conflicting('webhook.replace', webhookDefinitionToText(definition)),
        webhookDefinitionToText(merged),
      ),
    ).toEqual({ kind: 'webhook.replace', webhookId: 'target', definition: merged, base: definition });
    expect(
      intentOfResolution(conflicting('application.update', 'name: a'), 'name: B\ndescription: one\ntwo'),
    ).toEqual({ kind: 'application.update', applicationId: 'target', name: 'B', description: 'one\ntwo' });
  });

  it('is undefined while markers are left, where the text cannot be read, and without a conflict', () => {
    expect(intentOfResolution(conflicting('webhook.replace', '{}'), '<<<<<<< yours')).toBeUndefined();
    expect(
      intentOfResolution(conflicting('application.update', 'name: a'), '<<<<<<< yours\nname: b'),
    ).toBeUndefined();
    const { conflict: _conflict, ...item } = conflicting('script.replace', 'theirs');
    expect(intentOfResolution(item, 'x')).toBeUndefined();
  });
});
