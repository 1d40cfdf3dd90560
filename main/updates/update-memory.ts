import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { UpdateChannel } from '../../contract/updates/update-manifest.ts';
import { readJson } from '../platform/files/read-json.ts';
import { replaceJson } from '../platform/files/replace-json.ts';
import type { Log } from '../platform/log/log.ts';

const channelMemorySchema = z.object({
  sequence: z.int().min(0),
  /** The signed manifest, which is verified again when it is used. */
  signed: z.string(),
  checkedAt: z.int().min(0),
});

const memorySchema = z.object({
  /** Stays on this computer: a backup of the profile that is restored elsewhere is another installation. */
  installationId: z.string().min(16),
  channels: z.object({
    stable: channelMemorySchema.optional(),
    preview: channelMemorySchema.optional(),
  }),
});

export type ChannelMemory = z.infer<typeof channelMemorySchema>;

/** What is known about updates from one start to the next, in a file of the profile folder. */
export interface UpdateMemory {
  readonly installationId: string;
  channel(channel: UpdateChannel): ChannelMemory | undefined;
  note(channel: UpdateChannel, memory: ChannelMemory): void;
}

/** A file that can't be read is replaced; a full disk only means that less is remembered. */
export function createUpdateMemory(
  folder: string,
  { log, randomBytes }: { readonly log: Log; readonly randomBytes: (size: number) => Uint8Array },
): UpdateMemory {
  const file = join(folder, 'state.json');
  let memory = readJson(file, memorySchema);
  const installationId = memory?.installationId ?? Buffer.from(randomBytes(16)).toString('hex');

  function write(next: z.infer<typeof memorySchema>): void {
    memory = next;
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      replaceJson(file, next);
    } catch (error) {
      log.write('warning', 'updates.not-remembered', { error });
    }
  }

  return {
    installationId,
    channel: (channel) => memory?.channels[channel],
    note(channel, noted) {
      write({ installationId, channels: { ...memory?.channels, [channel]: noted } });
    },
  };
}
