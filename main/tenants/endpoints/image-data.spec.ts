import { describe, expect, it } from 'vitest';
import { imageDataUrl, imageTypeOf } from './image-data.ts';

const text = (value: string) => new TextEncoder().encode(value);
const bytes = (value: string) => Uint8Array.from(value, (character) => character.charCodeAt(0));

describe('an image', () => {
  it.each([
    ['image/png', '\x89PNG\r\n\x1a\n…'],
    ['image/jpeg', '\xff\xd8\xff\xe0'],
    ['image/gif', 'GIF89a'],
    ['image/webp', 'RIFF\x10\0\0\0WEBPVP8 '],
  ])('is recognized by its bytes: %s', (type, content) => {
    expect(imageTypeOf(bytes(content))).toBe(type);
  });

  it.each([
    '<svg xmlns="http://www.w3.org/2000/svg"/>',
    '\uFEFF<?xml version="1.0"?>\n<!-- drawn by > hand -->\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x">\n<svg>\n</svg>',
  ])('may be an SVG: %j', (drawing) => {
    expect(imageDataUrl(text(drawing))).toBe(
      `data:image/svg+xml;base64,${Buffer.from(drawing).toString('base64')}`,
    );
  });

  it.each([
    ['a page', '<!doctype html><html><svg></svg></html>'],
    ['a page that starts with a comment', '<!-- <svg> --><html></html>'],
    ['an SVG that declares entities', '<!DOCTYPE svg [<!ENTITY a "aaaa">]><svg>&a;</svg>'],
    ['a text', 'svg'],
    ['nothing', ''],
    ['an unterminated comment', '<!-- <svg>'],
    ['another element', '<svgs/>'],
  ])('is not %s', (_what, content) => {
    expect(imageDataUrl(text(content))).toBeUndefined();
  });

  it('is detected quickly, regardless of the length of the prologue', () => {
    expect(imageTypeOf(text('<!---->'.repeat(40_000)))).toBeUndefined();
  });

  it('is not binary data of an unknown format', () => {
    expect(imageTypeOf(bytes('<svg>\xff\xfe</svg>'))).toBeUndefined();
  });
});
