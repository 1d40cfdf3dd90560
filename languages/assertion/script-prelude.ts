/**
 * Runs in the engine before a script and gives it its objects. Lists also answer to `Length`, because scripts
 * in the field were written against lists that do. Directory attributes are found in any case of their names.
 */
export const SCRIPT_PRELUDE = `(function (json) {
  'use strict';
  var input = JSON.parse(json);
  function list(values) {
    var copy = (values || []).slice();
    Object.defineProperty(copy, 'Length', { get: function () { return this.length; } });
    return copy;
  }
  function finder(fields) {
    var byName = new Map();
    Object.keys(fields || {}).forEach(function (name) { byName.set(name.toLowerCase(), fields[name]); });
    return function (name) {
      var value = byName.get(String(name).toLowerCase());
      return value === undefined ? null : value;
    };
  }
  function first(value) { return Array.isArray(value) ? (value.length > 0 ? value[0] : null) : value; }
  function define(name, value) {
    Object.defineProperty(globalThis, name, { value: value, writable: true, enumerable: true, configurable: true });
  }
  var user = input.user;
  var attribute = finder(user.attributes);
  var groups = list(user.groupNames);
  var dns = list(user.groupDns);
  define('LoginUser', {
    Username: user.username,
    DisplayName: user.displayName || '',
    FirstName: user.firstName || '',
    LastName: user.lastName || '',
    Email: user.email || '',
    Uuid: user.uuid || '',
    ServiceType: user.serviceType || 'CDS',
    ServiceName: user.serviceName || '',
    RoleNames: list(user.roleNames),
    GroupNames: groups,
    EffectiveGroupNames: groups,
    GroupDNs: dns,
    EffectiveGroupDNs: dns,
    Get: function (name) { return first(attribute(name)); },
    GetValues: function (name) {
      var value = attribute(name);
      return list(value === null ? [] : Array.isArray(value) ? value : [value]);
    }
  });
  var application = finder(input.application);
  define('Application', Object.freeze({ Get: function (name) { return application(name); } }));
  var tenant = finder(input.tenant);
  define('TenantData', Object.freeze({ Get: function (name) { return tenant(name); } }));
  define('Issuer', input.issuer);
  define('ServiceUrl', input.serviceUrl);
})`;
