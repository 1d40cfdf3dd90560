import { optional, required, type Procedure } from './procedure.ts';

const LAUNCH = "e.EventType = 'Cloud.Saas.Application.AppLaunch'";

/** Procedures about applications, their launches, and devices. */
export const applicationProcedures: readonly Procedure[] = [
  {
    path: '/lib/get_app_access.js',
    description: 'app access',
    origin: 'ours',
    parameters: [optional('id', 'ID of an application; all applications if empty')],
    sql: `SELECT DISTINCT a.ID, a.Name, u.ID AS UserID, u.Username, r.Name AS RoleName FROM application_user p JOIN Application a ON a.ID = p.application_id
          JOIN User u ON u.ID = p.user_id LEFT JOIN Role r ON r.ID = p.role_id WHERE @id IS NULL OR a.ID = @id ORDER BY a.Name COLLATE NOCASE, u.Username`,
  },
  {
    path: '/lib/get_applications.js',
    description: 'list of apps',
    origin: 'known',
    parameters: [],
    sql: 'SELECT ID, Name, DisplayName, AppTypeDisplayName, State, Icon FROM Application ORDER BY Name COLLATE NOCASE',
  },
  {
    path: '/lib/all_applications.js',
    description: 'all applications',
    origin: 'ours',
    parameters: [],
    sql: 'SELECT * FROM Application ORDER BY Name COLLATE NOCASE',
  },
  {
    path: '/lib/application_inventory.js',
    description: 'application inventory',
    origin: 'ours',
    parameters: [],
    sql: `SELECT Category, AppTypeDisplayName, count(*) AS Applications, sum(State = 'Configured') AS Configured FROM Application GROUP BY Category, AppTypeDisplayName ORDER BY Category`,
  },
  {
    path: '/lib/app_launches_last_seven_days.js',
    description: 'application launches in the last seven days',
    origin: 'ours',
    parameters: [],
    sql: `SELECT e.EntityID AS ID, e.EntityName AS Name, count(*) AS Launches, count(DISTINCT e.UserGuid) AS Users FROM Event e
          WHERE ${LAUNCH} AND e.WhenOccurred > DateFunc('now', '-7') GROUP BY e.EntityID ORDER BY Launches DESC`,
  },
  {
    path: '/lib/application_launches.js',
    description: 'application launches',
    origin: 'ours',
    parameters: [],
    sql: `SELECT e.EntityID AS ID, e.EntityName AS Name, count(*) AS Launches, max(e.WhenOccurred) AS LastLaunch FROM Event e WHERE ${LAUNCH} GROUP BY e.EntityID ORDER BY Launches DESC`,
  },
  {
    path: '/lib/application_launches_with_icon.js',
    description: 'application launches with icon',
    origin: 'ours',
    parameters: [],
    sql: `SELECT a.ID, a.Name, a.Icon, count(*) AS Launches, max(e.WhenOccurred) AS LastLaunch FROM Event e JOIN Application a ON a.ID = e.EntityID WHERE ${LAUNCH} GROUP BY a.ID ORDER BY Launches DESC`,
  },
  {
    path: '/lib/all_app_launch_events.js',
    description: 'all application launch events',
    origin: 'ours',
    parameters: [],
    sql: `SELECT e.ID, e.WhenOccurred, e.NormalizedUser, e.EntityID AS ApplicationID, e.EntityName AS ApplicationName, e.FromIPAddress, e.RequestDeviceOS FROM Event e WHERE ${LAUNCH} ORDER BY e.WhenOccurred DESC`,
  },
  {
    path: '/lib/get_role_apps.js',
    description: 'role apps',
    origin: 'ours',
    parameters: [required('role', 'ID of the role', "SELECT ID FROM Role WHERE ID = 'Everybody'")],
    sql: `SELECT a.ID, a.Name, a.DisplayName, a.AppTypeDisplayName, a.Icon, p.automatic <> 0 AS Automatic FROM role_application p JOIN Application a ON a.ID = p.application_id WHERE p.role_id = @role ORDER BY a.Name COLLATE NOCASE`,
  },
  {
    path: '/lib/app_deployment_to_devices.js',
    description: 'app deployment to devices',
    origin: 'ours',
    parameters: [],
    sql: `SELECT d.ID, d.Name AS DeviceName, a.ID AS ApplicationID, a.Name AS ApplicationName, x.state AS State, x.deployed_at AS DeployedAt FROM device_application x
          JOIN Device d ON d.ID = x.device_id JOIN Application a ON a.ID = x.application_id ORDER BY d.Name, a.Name`,
  },
  {
    path: '/lib/get_devices_by_state.js',
    description: 'devices in a given state',
    origin: 'ours',
    parameters: [required('state', 'Enrolled, Unenrolled or Unreachable', 'SELECT State FROM Device')],
    sql: 'SELECT * FROM Device WHERE State = @state COLLATE NOCASE ORDER BY Name COLLATE NOCASE',
  },
  {
    path: '/lib/all_device_activity.js',
    description: 'all device activity',
    origin: 'ours',
    parameters: [],
    sql: `SELECT e.ID, e.WhenOccurred, e.EventType, e.NormalizedUser, e.EntityID AS DeviceID, e.EntityName AS DeviceName, e.Message FROM Event e WHERE e.EntityType = 'Device' ORDER BY e.WhenOccurred DESC`,
  },
  {
    path: '/lib/device_breakdown.js',
    description: 'device breakdown',
    origin: 'ours',
    parameters: [],
    sql: 'SELECT Platform, State, count(*) AS Devices, sum(Jailbroken) AS JailbrokenDevices FROM Device GROUP BY Platform, State ORDER BY Platform, State',
  },
  {
    path: '/lib/device_enrollments.js',
    description: 'device enrollments',
    origin: 'ours',
    parameters: [],
    sql: 'SELECT ID, Name, OwnerName, Platform, ModelName, EnrolledOn FROM Device ORDER BY EnrolledOn DESC',
  },
  {
    path: '/lib/get_user_devices.js',
    description: "a user's devices",
    origin: 'ours',
    parameters: [required('userid', 'ID of the user', 'SELECT OwnerID FROM Device')],
    sql: 'SELECT * FROM Device WHERE OwnerID = @userid ORDER BY Name COLLATE NOCASE',
  },
];
