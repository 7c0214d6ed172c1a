// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <Eigen/Dense>
#include <Eigen/Geometry>

double fixed(double x) {
  Eigen::Matrix4d matrix;
  for (int i = 0; i != 16; ++i)
    matrix(i / 4, i % 4) = x * (i + 1) + i * i % 7;
  Eigen::Matrix4f small = (matrix * matrix.transpose()).cast<float>();
  const Eigen::Quaterniond turn(
      Eigen::AngleAxisd(x, Eigen::Vector3d(1, 2, 3).normalized()));
  const Eigen::Vector3d turned = turn * Eigen::Vector3d(3, 1, 2);
  return matrix.determinant() + small.trace() + turned.sum() +
         (matrix + Eigen::Matrix4d::Identity() * 50).inverse().norm();
}
