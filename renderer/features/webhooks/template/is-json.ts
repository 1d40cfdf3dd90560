/** Whether a content type is JSON: `application/json`, `application/cloudevents+json`. */
export const isJsonType = (contentType: string): boolean => /\bjson\b/i.test(contentType);
