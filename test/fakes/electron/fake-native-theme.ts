import { EventEmitter } from 'node:events';
import type { NativeTheme } from 'electron';

/** The theme of the system, `dark` or not, and the program's choice. */
export class FakeNativeTheme
  extends EventEmitter
  implements Pick<NativeTheme, 'shouldUseDarkColors' | 'themeSource'>
{
  #source: NativeTheme['themeSource'] = 'system';
  #isSystemDark = false;

  get themeSource(): NativeTheme['themeSource'] {
    return this.#source;
  }

  set themeSource(source: NativeTheme['themeSource']) {
    this.#change(() => (this.#source = source));
  }

  get shouldUseDarkColors(): boolean {
    return this.#source === 'system' ? this.#isSystemDark : this.#source === 'dark';
  }

  /** Simulates that the user changes the system theme. */
  changeSystem(isDark: boolean): void {
    this.#change(() => (this.#isSystemDark = isDark));
  }

  #change(act: () => void): void {
    const before = this.shouldUseDarkColors;
    act();
    if (this.shouldUseDarkColors !== before) this.emit('updated');
  }
}
