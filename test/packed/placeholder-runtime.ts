import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Platform } from 'electron-builder';

/** Files in the places where electron-builder expects those of Electron's runtime, which packing doesn't read. */
export async function writePlaceholderRuntime(folder: string, platform: Platform): Promise<void> {
  const { files, folders = [] } = runtimes[platform.nodeName as keyof typeof runtimes];
  for (const path of folders) await mkdir(join(folder, path), { recursive: true });
  for (const path of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), contentOf(path), { mode: 0o755 });
  }
}

const languages = ['de', 'en-US'] as const;
const macLanguages = ['de', 'en'] as const;
const helpers = ['', ' (GPU)', ' (Plugin)', ' (Renderer)'] as const;
const app = 'Electron.app/Contents';
const framework = `${app}/Frameworks/Electron Framework.framework/Versions/A/Resources`;

interface Runtime {
  readonly files: readonly string[];
  readonly folders?: readonly string[];
}

const runtimes: Readonly<Record<'linux' | 'darwin' | 'win32', Runtime>> = {
  linux: {
    files: [
      ...['electron', 'version', 'LICENSE', 'LICENSES.chromium.html', 'chrome-sandbox'],
      ...languages.map((language) => `locales/${language}.pak`),
    ],
    folders: ['resources'],
  },
  darwin: {
    files: [
      `${app}/Info.plist`,
      `${app}/MacOS/Electron`,
      `${app}/Resources/electron.icns`,
      ...helpers.flatMap((name) => {
        const helper = `${app}/Frameworks/Electron Helper${name}.app/Contents`;
        return [`${helper}/Info.plist`, `${helper}/MacOS/Electron Helper${name}`];
      }),
      ...macLanguages.map((language) => `${framework}/${language}.lproj/locale.pak`),
    ],
    folders: macLanguages.map((language) => `${app}/Resources/${language}.lproj`),
  },
  win32: {
    files: ['electron.exe', 'version', ...languages.map((language) => `locales/${language}.pak`)],
    folders: ['resources'],
  },
};

const contentOf = (path: string): string => (path.endsWith('.plist') ? infoPlist : 'in place of it');

/** With what the runtime's own file has that the program doesn't use. */
const infoPlist = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict>
<key>CFBundleExecutable</key><string>Electron</string>
<key>CFBundleIdentifier</key><string>com.github.Electron</string>
<key>NSAudioCaptureUsageDescription</key><string>This app needs access to audio capture</string>
<key>NSBluetoothAlwaysUsageDescription</key><string>This app needs access to Bluetooth</string>
<key>NSBluetoothPeripheralUsageDescription</key><string>This app needs access to Bluetooth</string>
<key>NSCameraUsageDescription</key><string>This app needs access to the camera</string>
<key>NSMicrophoneUsageDescription</key><string>This app needs access to the microphone</string>
</dict></plist>
`;
