import { directoryAttributes, groupAttributes, memberValues } from './login-user.ts';
import type { FieldValue, ScriptInput } from './script-input.ts';
import { SCRIPT_OBJECTS } from './script-objects.ts';

/** The prelude's input, as JSON. */
export function preludeInput(input: ScriptInput): object {
  const texts = SCRIPT_OBJECTS.flatMap(({ name, value }): [string, FieldValue][] =>
    value === undefined ? [] : [[name, value(input)]],
  );
  return {
    members: memberValues(input.user),
    attributes: directoryAttributes(input.user),
    groupAttributes: groupAttributes(input.user),
    application: input.application,
    tenant: input.tenant ?? {},
    request: input.request ?? {},
    texts: Object.fromEntries(texts),
  };
}

/**
 * Runs before a script and defines its objects and the functions that return values. Lists also have
 * `Length`, because existing scripts were written against lists that do.
 */
export const SCRIPT_PRELUDE = `(function (json, addFormField) {
  'use strict';
  var input = JSON.parse(json);
  function list(values) {
    var copy = values.slice();
    Object.defineProperty(copy, 'Length', { get: function () { return this.length; } });
    return copy;
  }
  function finder(fields) {
    var byName = new Map();
    Object.keys(fields).forEach(function (name) { byName.set(name.toLowerCase(), fields[name]); });
    return function (name) {
      var value = byName.get(String(name).toLowerCase());
      return value === undefined ? null : value;
    };
  }
  function first(value) { return Array.isArray(value) ? (value.length > 0 ? value[0] : null) : value; }
  function reject(message) {
    var error = new Error(message);
    error.name = 'ArgumentError';
    throw error;
  }
  function define(name, value) {
    Object.defineProperty(globalThis, name, { value: value, writable: true, enumerable: true, configurable: true });
  }
    // Existing members win, then fields of that name in any case, then null.
  function open(members, find) {
    return new Proxy(members, {
      get: function (target, key) { return typeof key === 'symbol' || key in target ? target[key] : find(key); }
    });
  }
  var attribute = finder(input.attributes);
  var groupAttribute = finder(input.groupAttributes);
  function get(name) { return first(attribute(name)); }
  var user = {};
  Object.keys(input.members).forEach(function (name) {
    var value = input.members[name];
    user[name] = Array.isArray(value) ? list(value) : value;
  });
  var person = Object.assign({}, user, {
    Mail: user.Email,
    Properties: Object.freeze({ Get: get }),
    InRole: function (name) { return user.RoleNames.indexOf(String(name)) >= 0; },
    GetRiskLevel: function () { return 'Unknown'; }
  });
  delete person.Password;
  user.Get = get;
  user.GetValues = function (name) {
    var value = attribute(name);
    return list(value === null ? [] : Array.isArray(value) ? value : [value]);
  };
  user.GetGroupAttributeValues = function (name) { return list(groupAttribute(name) || []); };
  define('LoginUser', user);
  var application = finder(input.application);
  define('Application', Object.freeze({ Get: function (name) { return application(name); } }));
  var tenant = finder(input.tenant);
  define('TenantData', Object.freeze({ Get: function (name) { return tenant(name); } }));
  define('Request', open({}, finder(input.request)));
  define('response', Object.freeze({ AddFormField: addFormField }));
  Object.keys(input.texts).forEach(function (name) { define(name, input.texts[name]); });
    // Two names for the same value: a user map script may assign either.
  Object.defineProperty(globalThis, 'UserIdentifier', {
    get: function () { return user.Username; },
    set: function (value) { user.Username = value; },
    enumerable: true,
    configurable: true
  });
  define('module', function (name) {
    if (name !== 'User') reject("module: Test runs support only the module 'User', not '" + String(name) + "'.");
    function userData() { return open(Object.assign({}, person), get); }
    return Object.freeze({ GetUserData: userData, GetCurrentUser: userData });
  });
  define('encode', function (text) {
    return String(text === null || text === undefined ? '' : text).replace(/[^\\p{L}\\p{N} .,_-]/gu, function (sign) {
      return '&#' + sign.codePointAt(0) + ';';
    });
  });
  define('createWebRequest', function (url) { return Object.freeze({ Url: String(url) }); });
  define('readContent', function () {
    var answer = get('WebResponse');
    if (answer === null) reject('readContent: Test runs send no requests. Set the WebResponse property of the test user.');
    return answer;
  });
})`;
