/** Whether what is sent with this content type is to be JSON: `application/json`, `application/cloudevents+json`. */
export const isJsonType = (contentType: string): boolean => /\bjson\b/i.test(contentType);
